"""All tests in Chromium are one package: its browser closes behind the last of them."""
