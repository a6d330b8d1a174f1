"""A checkpoint file → what it holds, and what that means for its owner.

`find` (files) → `read` (a header: names, shapes, where each tensor lies) → `examine` (findings) → `show` (text,
Markdown, HTML, JSON). Between the stages there is plain data, `data.py`. Nothing here imports torch, and nothing that a
file holds is run.
"""
