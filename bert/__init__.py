"""What only this site draws and knows: BERT's heads and ties."""
