"""Provide figures, pictures and tables about BERT for the engine in explainer/, which knows nothing of BERT."""
