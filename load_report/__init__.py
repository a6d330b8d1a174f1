"""A pasted load message, and what it means: rules, the page's script, and the files that the build writes of them."""
