(() => {
"use strict";
const RULES = {"families":[{"name":"Bert","title":"BERT","prefix":"bert.","published":"bert-base-uncased"},{"name":"Roberta","title":"RoBERTa","prefix":"roberta.","published":"roberta-base"},{"name":"DistilBert","title":"DistilBERT","prefix":"distilbert.","published":"distilbert-base-uncased"},{"name":"Albert","title":"ALBERT","prefix":"albert.","published":"albert-base-v2"},{"name":"Electra","title":"ELECTRA","prefix":"electra.","published":"electra-base"}],"spelling":{"renamed":{"gamma":"weight","beta":"bias"},"renamed_in":"norm"},"keys":{"columns":["family","key","role","module","shape","alias_of"],"rows":[["Bert","bert.embeddings.word_embeddings.weight","encoder","Embedding","(30522, 768)",""],["Bert","bert.embeddings.position_embeddings.weight","encoder","Embedding","(512, 768)",""],["Bert","bert.embeddings.token_type_embeddings.weight","encoder","Embedding","(2, 768)",""],["Bert","bert.embeddings.LayerNorm.weight","encoder","LayerNorm","(768,)",""],["Bert","bert.embeddings.LayerNorm.bias","encoder","LayerNorm","(768,)",""],["Bert","bert.encoder.layer.N.attention.self.query.weight","encoder","Linear","(768, 768)",""],["Bert","bert.encoder.layer.N.attention.self.query.bias","encoder","Linear","(768,)",""],["Bert","bert.encoder.layer.N.attention.self.key.weight","encoder","Linear","(768, 768)",""],["Bert","bert.encoder.layer.N.attention.self.key.bias","encoder","Linear","(768,)",""],["Bert","bert.encoder.layer.N.attention.self.value.weight","encoder","Linear","(768, 768)",""],["Bert","bert.encoder.layer.N.attention.self.value.bias","encoder","Linear","(768,)",""],["Bert","bert.encoder.layer.N.attention.output.dense.weight","encoder","Linear","(768, 768)",""],["Bert","bert.encoder.layer.N.attention.output.dense.bias","encoder","Linear","(768,)",""],["Bert","bert.encoder.layer.N.attention.output.LayerNorm.weight","encoder","LayerNorm","(768,)",""],["Bert","bert.encoder.layer.N.attention.output.LayerNorm.bias","encoder","LayerNorm","(768,)",""],["Bert","bert.encoder.layer.N.intermediate.dense.weight","encoder","Linear","(3072, 768)",""],["Bert","bert.encoder.layer.N.intermediate.dense.bias","encoder","Linear","(3072,)",""],["Bert","bert.encoder.layer.N.output.dense.weight","encoder","Linear","(768, 3072)",""],["Bert","bert.encoder.layer.N.output.dense.bias","encoder","Linear","(768,)",""],["Bert","bert.encoder.layer.N.output.LayerNorm.weight","encoder","LayerNorm","(768,)",""],["Bert","bert.encoder.layer.N.output.LayerNorm.bias","encoder","LayerNorm","(768,)",""],["Bert","bert.pooler.dense.weight","pooler","Linear","(768, 768)",""],["Bert","bert.pooler.dense.bias","pooler","Linear","(768,)",""],["Bert","bert.embeddings.position_ids","buffer","BertEmbeddings","(1, 512)",""],["Bert","bert.embeddings.token_type_ids","buffer","BertEmbeddings","(1, 512)",""],["Bert","cls.predictions.bias","output bias","BertLMPredictionHead","(30522,)",""],["Bert","cls.predictions.transform.dense.weight","MLM head","Linear","(768, 768)",""],["Bert","cls.predictions.transform.dense.bias","MLM head","Linear","(768,)",""],["Bert","cls.predictions.transform.LayerNorm.weight","MLM head","LayerNorm","(768,)",""],["Bert","cls.predictions.transform.LayerNorm.bias","MLM head","LayerNorm","(768,)",""],["Bert","cls.predictions.decoder.weight","decoder weight","Linear","(30522, 768)","bert.embeddings.word_embeddings.weight"],["Bert","cls.predictions.decoder.bias","decoder bias","Linear","(30522,)","cls.predictions.bias"],["Bert","cls.seq_relationship.weight","NSP head","Linear","(2, 768)",""],["Bert","cls.seq_relationship.bias","NSP head","Linear","(2,)",""],["Bert","classifier.weight","task head","Linear","(2, 768)",""],["Bert","classifier.bias","task head","Linear","(2,)",""],["Bert","qa_outputs.weight","task head","Linear","(2, 768)",""],["Bert","qa_outputs.bias","task head","Linear","(2,)",""],["Roberta","roberta.embeddings.word_embeddings.weight","encoder","Embedding","(50265, 768)",""],["Roberta","roberta.embeddings.token_type_embeddings.weight","encoder","Embedding","(1, 768)",""],["Roberta","roberta.embeddings.LayerNorm.weight","encoder","LayerNorm","(768,)",""],["Roberta","roberta.embeddings.LayerNorm.bias","encoder","LayerNorm","(768,)",""],["Roberta","roberta.embeddings.position_embeddings.weight","encoder","Embedding","(514, 768)",""],["Roberta","roberta.encoder.layer.N.attention.self.query.weight","encoder","Linear","(768, 768)",""],["Roberta","roberta.encoder.layer.N.attention.self.query.bias","encoder","Linear","(768,)",""],["Roberta","roberta.encoder.layer.N.attention.self.key.weight","encoder","Linear","(768, 768)",""],["Roberta","roberta.encoder.layer.N.attention.self.key.bias","encoder","Linear","(768,)",""],["Roberta","roberta.encoder.layer.N.attention.self.value.weight","encoder","Linear","(768, 768)",""],["Roberta","roberta.encoder.layer.N.attention.self.value.bias","encoder","Linear","(768,)",""],["Roberta","roberta.encoder.layer.N.attention.output.dense.weight","encoder","Linear","(768, 768)",""],["Roberta","roberta.encoder.layer.N.attention.output.dense.bias","encoder","Linear","(768,)",""],["Roberta","roberta.encoder.layer.N.attention.output.LayerNorm.weight","encoder","LayerNorm","(768,)",""],["Roberta","roberta.encoder.layer.N.attention.output.LayerNorm.bias","encoder","LayerNorm","(768,)",""],["Roberta","roberta.encoder.layer.N.intermediate.dense.weight","encoder","Linear","(3072, 768)",""],["Roberta","roberta.encoder.layer.N.intermediate.dense.bias","encoder","Linear","(3072,)",""],["Roberta","roberta.encoder.layer.N.output.dense.weight","encoder","Linear","(768, 3072)",""],["Roberta","roberta.encoder.layer.N.output.dense.bias","encoder","Linear","(768,)",""],["Roberta","roberta.encoder.layer.N.output.LayerNorm.weight","encoder","LayerNorm","(768,)",""],["Roberta","roberta.encoder.layer.N.output.LayerNorm.bias","encoder","LayerNorm","(768,)",""],["Roberta","roberta.pooler.dense.weight","pooler","Linear","(768, 768)",""],["Roberta","roberta.pooler.dense.bias","pooler","Linear","(768,)",""],["Roberta","roberta.embeddings.position_ids","buffer","RobertaEmbeddings","(1, 514)",""],["Roberta","roberta.embeddings.token_type_ids","buffer","RobertaEmbeddings","(1, 514)",""],["Roberta","lm_head.bias","output bias","RobertaLMHead","(50265,)",""],["Roberta","lm_head.dense.weight","MLM head","Linear","(768, 768)",""],["Roberta","lm_head.dense.bias","MLM head","Linear","(768,)",""],["Roberta","lm_head.layer_norm.weight","MLM head","LayerNorm","(768,)",""],["Roberta","lm_head.layer_norm.bias","MLM head","LayerNorm","(768,)",""],["Roberta","lm_head.decoder.weight","decoder weight","Linear","(50265, 768)","roberta.embeddings.word_embeddings.weight"],["Roberta","lm_head.decoder.bias","decoder bias","Linear","(50265,)","lm_head.bias"],["Roberta","classifier.dense.weight","task head","Linear","(768, 768)",""],["Roberta","classifier.dense.bias","task head","Linear","(768,)",""],["Roberta","classifier.out_proj.weight","task head","Linear","(2, 768)",""],["Roberta","classifier.out_proj.bias","task head","Linear","(2,)",""],["Roberta","classifier.weight","task head","Linear","(2, 768)",""],["Roberta","classifier.bias","task head","Linear","(2,)",""],["Roberta","qa_outputs.weight","task head","Linear","(2, 768)",""],["Roberta","qa_outputs.bias","task head","Linear","(2,)",""],["DistilBert","distilbert.embeddings.word_embeddings.weight","encoder","Embedding","(30522, 768)",""],["DistilBert","distilbert.embeddings.position_embeddings.weight","encoder","Embedding","(512, 768)",""],["DistilBert","distilbert.embeddings.LayerNorm.weight","encoder","LayerNorm","(768,)",""],["DistilBert","distilbert.embeddings.LayerNorm.bias","encoder","LayerNorm","(768,)",""],["DistilBert","distilbert.transformer.layer.N.attention.q_lin.weight","encoder","Linear","(768, 768)",""],["DistilBert","distilbert.transformer.layer.N.attention.q_lin.bias","encoder","Linear","(768,)",""],["DistilBert","distilbert.transformer.layer.N.attention.k_lin.weight","encoder","Linear","(768, 768)",""],["DistilBert","distilbert.transformer.layer.N.attention.k_lin.bias","encoder","Linear","(768,)",""],["DistilBert","distilbert.transformer.layer.N.attention.v_lin.weight","encoder","Linear","(768, 768)",""],["DistilBert","distilbert.transformer.layer.N.attention.v_lin.bias","encoder","Linear","(768,)",""],["DistilBert","distilbert.transformer.layer.N.attention.out_lin.weight","encoder","Linear","(768, 768)",""],["DistilBert","distilbert.transformer.layer.N.attention.out_lin.bias","encoder","Linear","(768,)",""],["DistilBert","distilbert.transformer.layer.N.sa_layer_norm.weight","encoder","LayerNorm","(768,)",""],["DistilBert","distilbert.transformer.layer.N.sa_layer_norm.bias","encoder","LayerNorm","(768,)",""],["DistilBert","distilbert.transformer.layer.N.ffn.lin1.weight","encoder","Linear","(3072, 768)",""],["DistilBert","distilbert.transformer.layer.N.ffn.lin1.bias","encoder","Linear","(3072,)",""],["DistilBert","distilbert.transformer.layer.N.ffn.lin2.weight","encoder","Linear","(768, 3072)",""],["DistilBert","distilbert.transformer.layer.N.ffn.lin2.bias","encoder","Linear","(768,)",""],["DistilBert","distilbert.transformer.layer.N.output_layer_norm.weight","encoder","LayerNorm","(768,)",""],["DistilBert","distilbert.transformer.layer.N.output_layer_norm.bias","encoder","LayerNorm","(768,)",""],["DistilBert","distilbert.embeddings.position_ids","buffer","Embeddings","(1, 512)",""],["DistilBert","vocab_transform.weight","MLM head","Linear","(768, 768)",""],["DistilBert","vocab_transform.bias","MLM head","Linear","(768,)",""],["DistilBert","vocab_layer_norm.weight","MLM head","LayerNorm","(768,)",""],["DistilBert","vocab_layer_norm.bias","MLM head","LayerNorm","(768,)",""],["DistilBert","vocab_projector.weight","decoder weight","Linear","(30522, 768)","distilbert.embeddings.word_embeddings.weight"],["DistilBert","vocab_projector.bias","output bias","Linear","(30522,)",""],["DistilBert","pre_classifier.weight","task head","Linear","(768, 768)",""],["DistilBert","pre_classifier.bias","task head","Linear","(768,)",""],["DistilBert","classifier.weight","task head","Linear","(2, 768)",""],["DistilBert","classifier.bias","task head","Linear","(2,)",""],["DistilBert","qa_outputs.weight","task head","Linear","(2, 768)",""],["DistilBert","qa_outputs.bias","task head","Linear","(2,)",""],["Albert","albert.embeddings.word_embeddings.weight","encoder","Embedding","(30000, 128)",""],["Albert","albert.embeddings.position_embeddings.weight","encoder","Embedding","(512, 128)",""],["Albert","albert.embeddings.token_type_embeddings.weight","encoder","Embedding","(2, 128)",""],["Albert","albert.embeddings.LayerNorm.weight","encoder","LayerNorm","(128,)",""],["Albert","albert.embeddings.LayerNorm.bias","encoder","LayerNorm","(128,)",""],["Albert","albert.encoder.embedding_hidden_mapping_in.weight","encoder","Linear","(768, 128)",""],["Albert","albert.encoder.embedding_hidden_mapping_in.bias","encoder","Linear","(768,)",""],["Albert","albert.encoder.albert_layer_groups.N.albert_layers.0.full_layer_layer_norm.weight","encoder","LayerNorm","(768,)",""],["Albert","albert.encoder.albert_layer_groups.N.albert_layers.0.full_layer_layer_norm.bias","encoder","LayerNorm","(768,)",""],["Albert","albert.encoder.albert_layer_groups.N.albert_layers.0.attention.query.weight","encoder","Linear","(768, 768)",""],["Albert","albert.encoder.albert_layer_groups.N.albert_layers.0.attention.query.bias","encoder","Linear","(768,)",""],["Albert","albert.encoder.albert_layer_groups.N.albert_layers.0.attention.key.weight","encoder","Linear","(768, 768)",""],["Albert","albert.encoder.albert_layer_groups.N.albert_layers.0.attention.key.bias","encoder","Linear","(768,)",""],["Albert","albert.encoder.albert_layer_groups.N.albert_layers.0.attention.value.weight","encoder","Linear","(768, 768)",""],["Albert","albert.encoder.albert_layer_groups.N.albert_layers.0.attention.value.bias","encoder","Linear","(768,)",""],["Albert","albert.encoder.albert_layer_groups.N.albert_layers.0.attention.dense.weight","encoder","Linear","(768, 768)",""],["Albert","albert.encoder.albert_layer_groups.N.albert_layers.0.attention.dense.bias","encoder","Linear","(768,)",""],["Albert","albert.encoder.albert_layer_groups.N.albert_layers.0.attention.LayerNorm.weight","encoder","LayerNorm","(768,)",""],["Albert","albert.encoder.albert_layer_groups.N.albert_layers.0.attention.LayerNorm.bias","encoder","LayerNorm","(768,)",""],["Albert","albert.encoder.albert_layer_groups.N.albert_layers.0.ffn.weight","encoder","Linear","(3072, 768)",""],["Albert","albert.encoder.albert_layer_groups.N.albert_layers.0.ffn.bias","encoder","Linear","(3072,)",""],["Albert","albert.encoder.albert_layer_groups.N.albert_layers.0.ffn_output.weight","encoder","Linear","(768, 3072)",""],["Albert","albert.encoder.albert_layer_groups.N.albert_layers.0.ffn_output.bias","encoder","Linear","(768,)",""],["Albert","albert.pooler.weight","pooler","Linear","(768, 768)",""],["Albert","albert.pooler.bias","pooler","Linear","(768,)",""],["Albert","albert.embeddings.position_ids","buffer","AlbertEmbeddings","(1, 512)",""],["Albert","albert.embeddings.token_type_ids","buffer","AlbertEmbeddings","(1, 512)",""],["Albert","predictions.bias","output bias","AlbertMLMHead","(30000,)",""],["Albert","predictions.LayerNorm.weight","MLM head","LayerNorm","(128,)",""],["Albert","predictions.LayerNorm.bias","MLM head","LayerNorm","(128,)",""],["Albert","predictions.dense.weight","MLM head","Linear","(128, 768)",""],["Albert","predictions.dense.bias","MLM head","Linear","(128,)",""],["Albert","predictions.decoder.weight","decoder weight","Linear","(30000, 128)","albert.embeddings.word_embeddings.weight"],["Albert","predictions.decoder.bias","decoder bias","Linear","(30000,)","predictions.bias"],["Albert","sop_classifier.classifier.weight","SOP head","Linear","(2, 768)",""],["Albert","sop_classifier.classifier.bias","SOP head","Linear","(2,)",""],["Albert","classifier.weight","task head","Linear","(2, 768)",""],["Albert","classifier.bias","task head","Linear","(2,)",""],["Albert","qa_outputs.weight","task head","Linear","(2, 768)",""],["Albert","qa_outputs.bias","task head","Linear","(2,)",""],["Electra","electra.embeddings.word_embeddings.weight","encoder","Embedding","(30522, 768)",""],["Electra","electra.embeddings.position_embeddings.weight","encoder","Embedding","(512, 768)",""],["Electra","electra.embeddings.token_type_embeddings.weight","encoder","Embedding","(2, 768)",""],["Electra","electra.embeddings.LayerNorm.weight","encoder","LayerNorm","(768,)",""],["Electra","electra.embeddings.LayerNorm.bias","encoder","LayerNorm","(768,)",""],["Electra","electra.embeddings_project.weight","encoder","Linear","(256, 768)",""],["Electra","electra.embeddings_project.bias","encoder","Linear","(256,)",""],["Electra","electra.encoder.layer.N.attention.self.query.weight","encoder","Linear","(768, 768)",""],["Electra","electra.encoder.layer.N.attention.self.query.bias","encoder","Linear","(768,)",""],["Electra","electra.encoder.layer.N.attention.self.key.weight","encoder","Linear","(768, 768)",""],["Electra","electra.encoder.layer.N.attention.self.key.bias","encoder","Linear","(768,)",""],["Electra","electra.encoder.layer.N.attention.self.value.weight","encoder","Linear","(768, 768)",""],["Electra","electra.encoder.layer.N.attention.self.value.bias","encoder","Linear","(768,)",""],["Electra","electra.encoder.layer.N.attention.output.dense.weight","encoder","Linear","(768, 768)",""],["Electra","electra.encoder.layer.N.attention.output.dense.bias","encoder","Linear","(768,)",""],["Electra","electra.encoder.layer.N.attention.output.LayerNorm.weight","encoder","LayerNorm","(768,)",""],["Electra","electra.encoder.layer.N.attention.output.LayerNorm.bias","encoder","LayerNorm","(768,)",""],["Electra","electra.encoder.layer.N.intermediate.dense.weight","encoder","Linear","(3072, 768)",""],["Electra","electra.encoder.layer.N.intermediate.dense.bias","encoder","Linear","(3072,)",""],["Electra","electra.encoder.layer.N.output.dense.weight","encoder","Linear","(768, 3072)",""],["Electra","electra.encoder.layer.N.output.dense.bias","encoder","Linear","(768,)",""],["Electra","electra.encoder.layer.N.output.LayerNorm.weight","encoder","LayerNorm","(768,)",""],["Electra","electra.encoder.layer.N.output.LayerNorm.bias","encoder","LayerNorm","(768,)",""],["Electra","electra.embeddings.position_ids","buffer","ElectraEmbeddings","(1, 512)",""],["Electra","electra.embeddings.token_type_ids","buffer","ElectraEmbeddings","(1, 512)",""],["Electra","generator_predictions.LayerNorm.weight","MLM head","LayerNorm","(768,)",""],["Electra","generator_predictions.LayerNorm.bias","MLM head","LayerNorm","(768,)",""],["Electra","generator_predictions.dense.weight","MLM head","Linear","(768, 256)",""],["Electra","generator_predictions.dense.bias","MLM head","Linear","(768,)",""],["Electra","generator_lm_head.weight","decoder weight","Linear","(30522, 768)","electra.embeddings.word_embeddings.weight"],["Electra","generator_lm_head.bias","output bias","Linear","(30522,)",""],["Electra","discriminator_predictions.dense.weight","discriminator head","Linear","(768, 768)",""],["Electra","discriminator_predictions.dense.bias","discriminator head","Linear","(768,)",""],["Electra","discriminator_predictions.dense_prediction.weight","discriminator head","Linear","(1, 768)",""],["Electra","discriminator_predictions.dense_prediction.bias","discriminator head","Linear","(1,)",""],["Electra","classifier.dense.weight","task head","Linear","(768, 768)",""],["Electra","classifier.dense.bias","task head","Linear","(768,)",""],["Electra","classifier.out_proj.weight","task head","Linear","(2, 768)",""],["Electra","classifier.out_proj.bias","task head","Linear","(2,)",""],["Electra","classifier.weight","task head","Linear","(2, 768)",""],["Electra","classifier.bias","task head","Linear","(2,)",""],["Electra","qa_outputs.weight","task head","Linear","(2, 768)",""],["Electra","qa_outputs.bias","task head","Linear","(2,)",""],["Electra","sequence_summary.summary.weight","task head","Linear","(768, 768)",""],["Electra","sequence_summary.summary.bias","task head","Linear","(768,)",""]]},"wholes":{"error":"Loading stopped with an error","stop":"Your encoder is random: stop","train":"Train the head before you use it","unknown":"Not enough to tell","bias":"The output bias is lost","fine":"Fine"},"answers":{"alias":"alias, harmless","dropped":"dropped on purpose","buffer":"derived buffer","unread":"not used, harmless","zeros":"new, all zeros","random":"really random: train it","mismatch":"name or prefix mismatch: your weights were not loaded","ignored":"learned but ignored","refused":"what loading stopped at","unknown":"unknown"},"forms":{"first":["0.6.2","2.11.0"],"sentence":["3.0.2","4.57.6"],"table":["5.0.0",""]},"rules":[{"name":"refused_buffer","roles":["buffer"],"status":["missing","unexpected"],"if":["refused"],"answer":"refused","whole":"error","short":"`{key}` is only on one side, and torch's `load_state_dict` is strict","why":"`{key}` holds no learned values: the class makes it itself. Some releases saved it, others do not. torch stops at it in either direction.","do":"Load with `strict=False`, and look at what it returns. Or take the key out of a dictionary that has it.","code":"from transformers import {class}  # or your class\n\nfolder = \"checkpoints/pydoc-bert\"  # yours\nmodel = {class}.from_pretrained(folder)\nstate = model.state_dict()  # yours: torch.load(\"….pt\")\nleft = model.load_state_dict(state, strict=False)\nfor key in left.missing_keys + left.unexpected_keys:\n    assert key.endswith(\"position_ids\"), key\n","claims":["loading_questions/strict_loading_refuses_position_ids","loading_questions/position_ids_change_nothing"]},{"name":"refused_respelled","roles":["encoder","pooler","MLM head","unknown"],"status":["missing","unexpected"],"if":["respelled","refused"],"answer":"mismatch","whole":"error","short":"the file says `gamma` and `beta` where the class says `weight` and `bias`","why":"Files of 2018 call a LayerNorm's tensors `gamma` and `beta`. `from_pretrained` translates them, torch's `load_state_dict` does not.","do":"Rename them in the dictionary, and load again.","code":"from transformers import {class}  # or your class\n\nfolder = \"checkpoints/pydoc-bert\"  # yours\nmodel = {class}.from_pretrained(folder)\nstate = model.state_dict()  # yours: torch.load(\"….pt\")\nfor name in list(state):\n    renamed = name.replace(\"LayerNorm.gamma\", \"LayerNorm.weight\")\n    renamed = renamed.replace(\"LayerNorm.beta\", \"LayerNorm.bias\")\n    state[renamed] = state.pop(name)\nmodel.load_state_dict(state)  # strict: everything must fit\n","claims":["paste_report/gamma_and_beta_are_renamed"]},{"name":"respelled","roles":["encoder","pooler","MLM head","unknown"],"status":["missing","unexpected"],"if":["respelled"],"answer":"mismatch","whole":"stop","short":"the file says `gamma` and `beta` where the class says `weight` and `bias`","why":"Files of 2018 call a LayerNorm's tensors `gamma` and `beta`. `from_pretrained` translates them, torch's `load_state_dict` does not.","do":"Rename them in the dictionary, and load again.","code":"from transformers import {class}  # or your class\n\nfolder = \"checkpoints/pydoc-bert\"  # yours\nmodel = {class}.from_pretrained(folder)\nstate = model.state_dict()  # yours: torch.load(\"….pt\")\nfor name in list(state):\n    renamed = name.replace(\"LayerNorm.gamma\", \"LayerNorm.weight\")\n    renamed = renamed.replace(\"LayerNorm.beta\", \"LayerNorm.bias\")\n    state[renamed] = state.pop(name)\nmodel.load_state_dict(state)  # strict: everything must fit\n","claims":["paste_report/gamma_and_beta_are_renamed"]},{"name":"refused_under_another_name","roles":["encoder","pooler","MLM head","output bias","decoder weight","decoder bias","NSP head","SOP head","discriminator head","task head","unknown"],"status":["missing","unexpected"],"if":["renamed","refused"],"answer":"mismatch","whole":"error","short":"your dictionary has the weights under other names, with {before} where the class has {after}","why":"Dictionary and class have the same tensor under two names, with {before} in the dictionary and {after} in the class.","do":"Rename them in the dictionary, and load again.","code":"from transformers import {class}  # or your class\n\nfolder = \"checkpoints/pydoc-bert\"  # yours\nmodel = {class}.from_pretrained(folder)\nwanted = model.state_dict()\nstate = dict(wanted)  # yours: torch.load(\"….pt\")\nold, new = \"{old}\", \"{new}\"  # in the dictionary, in the class\nfor name in list(state):\n    if name.startswith(old) and name not in wanted:\n        state[new + name[len(old):]] = state.pop(name)\nmodel.load_state_dict(state)  # strict: everything must fit\n","claims":["paste_report/renaming_loads_the_encoder"]},{"name":"refused_alias","roles":["decoder weight","decoder bias"],"status":["missing"],"if":["refused","source missing"],"answer":"refused","whole":"error","short":"the dictionary lacks some of the class's tensors","why":"It is a second name of `{alias}`, and the dictionary has neither.","do":"If the class is right, load the file with `from_pretrained`: it makes a new head and says so. Train that head.","claims":["paste_report/strict_loading_wants_every_name"]},{"name":"refused_second_name","roles":["decoder weight","decoder bias"],"status":["missing"],"if":["refused"],"answer":"refused","whole":"error","short":"`{key}` is a second name of `{alias}`, and the dictionary has one name only","why":"In a tied class `{key}` and `{alias}` are one Parameter. torch's `load_state_dict` wants both names all the same.","do":"Give the dictionary the second name, and load again.","code":"from transformers import BertForPreTraining  # or your class\n\nfolder = \"checkpoints/pydoc-bert\"  # yours\nmodel = BertForPreTraining.from_pretrained(folder)\nstate = model.state_dict()  # yours: torch.load(\"….pt\")\npairs = {  # BERT's; the second name, and the first\n    \"cls.predictions.decoder.bias\": \"cls.predictions.bias\",\n    \"cls.predictions.decoder.weight\": \"bert.embeddings.word_embeddings.weight\",\n}\nfor second, first in pairs.items():\n    state.setdefault(second, state[first])\nmodel.load_state_dict(state)  # strict: everything must fit\n","claims":["paste_report/strict_loading_wants_every_name","weight_tying/decoder_bias_is_the_prediction_bias","weight_tying/decoder_weight_is_the_embedding"]},{"name":"refused_missing","roles":["encoder","pooler","MLM head","output bias","decoder weight","decoder bias","NSP head","SOP head","discriminator head","task head","buffer","unknown"],"status":["missing"],"if":["refused"],"answer":"refused","whole":"error","short":"the dictionary lacks some of the class's tensors","why":"The class has `{key}`, and the dictionary has no such name. torch's `load_state_dict` stops there, where `from_pretrained` would go on with a new tensor.","do":"Compare the two lists of names. If the class is right and the tensor is a new head's, load with `from_pretrained`, and train the head.","claims":["paste_report/strict_loading_wants_every_name"]},{"name":"refused_unexpected","roles":["encoder","pooler","MLM head","output bias","decoder weight","decoder bias","NSP head","SOP head","discriminator head","task head","buffer","unknown"],"status":["unexpected"],"if":["refused"],"answer":"refused","whole":"error","short":"the dictionary has tensors that the class does not have","why":"The dictionary has `{key}`, and the class has no such name. torch's `load_state_dict` stops there, where `from_pretrained` would leave it out.","do":"If the class is right, take these keys out of the dictionary. Otherwise load the class that it was saved from.","claims":["loading_questions/strict_loading_refuses_position_ids"]},{"name":"refused_mismatched","roles":["encoder","pooler","MLM head","output bias","decoder weight","decoder bias","NSP head","SOP head","discriminator head","task head","buffer","unknown"],"status":["mismatched","conversion"],"if":["refused"],"answer":"refused","whole":"error","short":"`{key}` has another shape in the file than in the class","why":"Loading stops where two shapes differ, so there is no model yet.","do":"Load with the file's own sizes: its configuration, its `num_labels`. For a head of another size give `from_pretrained` the option `ignore_mismatched_sizes=True`. It makes a new head: train it.","claims":["loading/mismatched_head_stops_loading"]},{"name":"buffer","roles":["buffer"],"status":["missing","unexpected","mismatched"],"answer":"buffer","whole":"fine","short":"the message names a list of numbers that the class makes itself","why":"`{key}` holds no learned values: the class makes it itself. Some releases saved it, others do not.","do":"Nothing.","claims":["versions/position_ids_are_not_saved"]},{"name":"renamed_from_another_family","roles":["encoder"],"status":["missing","unexpected"],"if":["renamed","other family"],"answer":"mismatch","whole":"stop","short":"the file belongs to another family than the class","why":"The file's names have {before}, another family's. Some names are the same, the model is not: positions, vocabulary or layers differ.","do":"Load the file with a class of its own family.","code":"from transformers import AutoConfig\n\nfolder = \"checkpoints/pydoc-bert\"  # yours\nprint(AutoConfig.from_pretrained(folder).architectures)  # the class it was saved from\n","claims":["loading/wrong_prefix_leaves_the_encoder_random"]},{"name":"encoder_under_adapters","roles":["encoder"],"status":["missing","unexpected"],"if":["renamed","adapters"],"answer":"mismatch","whole":"stop","short":"the file has your weights under the names that PEFT gives them","why":"The file was saved from a model with PEFT's adapters. Your weights are in it, with `base_model.model.`, `base_layer` or `modules_to_save` in their names, so a plain class did not find them.","do":"Wrap the base model as in training, load the file into it, merge the adapter, and save the plain model.","code":"from peft import LoraConfig, get_peft_model\nfrom transformers import {class}  # or your class\n\nfolder = \"checkpoints/pydoc-bert\"  # yours: what the training began with\nmodel = {class}.from_pretrained(folder)\nsettings = LoraConfig(target_modules=[\"query\", \"value\"])  # those of the training\nmodel = get_peft_model(model, settings)\nstate = model.state_dict()  # yours: load_file(\"…/model.safetensors\")\nmodel.load_state_dict(state)  # strict: everything must fit\nmodel.merge_and_unload().save_pretrained(\"merged\")  # plain names again\n","claims":["paste_report/merged_adapters_have_plain_names"]},{"name":"head_under_adapters","roles":["pooler","MLM head","output bias","decoder weight","decoder bias","NSP head","SOP head","discriminator head","task head","unknown"],"status":["missing","unexpected"],"if":["renamed","adapters"],"answer":"mismatch","whole":"train","short":"a head is in the file under the name that PEFT gives it, so it was not loaded","why":"The file was saved from a model with PEFT's adapters. The head is in it, with `base_model.model.` or `modules_to_save` in its name, so a plain class did not find it.","do":"Wrap the base model as in training, load the file into it, merge the adapter, and save the plain model.","code":"from peft import LoraConfig, get_peft_model\nfrom transformers import {class}  # or your class\n\nfolder = \"checkpoints/pydoc-bert\"  # yours: what the training began with\nmodel = {class}.from_pretrained(folder)\nsettings = LoraConfig(target_modules=[\"query\", \"value\"])  # those of the training\nmodel = get_peft_model(model, settings)\nstate = model.state_dict()  # yours: load_file(\"…/model.safetensors\")\nmodel.load_state_dict(state)  # strict: everything must fit\nmodel.merge_and_unload().save_pretrained(\"merged\")  # plain names again\n","claims":["paste_report/merged_adapters_have_plain_names"]},{"name":"adapter_left_out","roles":["unknown"],"status":["unexpected"],"if":["adapters"],"answer":"ignored","whole":"unknown","short":"the file has an adapter's matrices, and a plain class has no place for them","why":"`{key}` is an adapter's. What fine-tuning has learned is in it, and the model that you loaded does not use it.","do":"Wrap the base model as in training, load the file into it, merge the adapter, and save the plain model.","code":"from peft import LoraConfig, get_peft_model\nfrom transformers import {class}  # or your class\n\nfolder = \"checkpoints/pydoc-bert\"  # yours: what the training began with\nmodel = {class}.from_pretrained(folder)\nsettings = LoraConfig(target_modules=[\"query\", \"value\"])  # those of the training\nmodel = get_peft_model(model, settings)\nstate = model.state_dict()  # yours: load_file(\"…/model.safetensors\")\nmodel.load_state_dict(state)  # strict: everything must fit\nmodel.merge_and_unload().save_pretrained(\"merged\")  # plain names again\n","claims":["paste_report/merged_adapters_have_plain_names"]},{"name":"renamed_head","roles":["pooler","MLM head","output bias","decoder weight","decoder bias","NSP head","SOP head","discriminator head","task head","unknown"],"status":["missing","unexpected"],"if":["renamed"],"answer":"mismatch","whole":"train","short":"a head is in the file under another name, so it was not loaded","why":"File and class have the same tensor under two names, with {before} in the file and {after} in the class. It was not loaded.","do":"Rename what the file holds, load again, and save. If keys are still missing then, they should all be a head's, and new.","code":"from safetensors.torch import load_file  # or torch.load, for a .bin\nfrom transformers import {class}  # or your class\n\nfolder = \"checkpoints/pydoc-bert\"  # yours\nmodel = {class}.from_pretrained(folder)\nwanted = model.state_dict()\nweights = load_file(f\"{folder}/model.safetensors\")\nold, new = \"{old}\", \"{new}\"  # in the file, in the class\nfor name in list(weights):\n    if name.startswith(old) and name not in wanted:\n        weights[new + name[len(old):]] = weights.pop(name)\nmodel, report = type(model).from_pretrained(\n    None, config=model.config, state_dict=weights, output_loading_info=True\n)\nprint(\"still missing:\", report[\"missing_keys\"] or \"nothing\")\n","claims":["loading/wrong_prefix_leaves_the_encoder_random","paste_report/renaming_loads_the_encoder"]},{"name":"renamed","roles":["encoder"],"status":["missing","unexpected"],"if":["renamed"],"answer":"mismatch","whole":"stop","short":"the file has your weights under other names, with {before} where the class has {after}","why":"File and class have the same tensor under two names, with {before} in the file and {after} in the class. It was not loaded.","do":"Rename what the file holds, load again, and save. If keys are still missing then, they should all be a head's, and new.","code":"from safetensors.torch import load_file  # or torch.load, for a .bin\nfrom transformers import {class}  # or your class\n\nfolder = \"checkpoints/pydoc-bert\"  # yours\nmodel = {class}.from_pretrained(folder)\nwanted = model.state_dict()\nweights = load_file(f\"{folder}/model.safetensors\")\nold, new = \"{old}\", \"{new}\"  # in the file, in the class\nfor name in list(weights):\n    if name.startswith(old) and name not in wanted:\n        weights[new + name[len(old):]] = weights.pop(name)\nmodel, report = type(model).from_pretrained(\n    None, config=model.config, state_dict=weights, output_loading_info=True\n)\nprint(\"still missing:\", report[\"missing_keys\"] or \"nothing\")\n","claims":["loading/wrong_prefix_leaves_the_encoder_random","paste_report/renaming_loads_the_encoder"]},{"name":"part_of_another_family","roles":["MLM head","output bias","decoder weight","decoder bias","NSP head","SOP head","discriminator head","task head"],"status":["missing","unexpected","mismatched","conversion"],"if":["other family"],"answer":"unknown","whole":"unknown","short":"class and keys belong to two families","why":"`{key}` is a name of {family}'s, and {class} is of another family.","do":"Look at the class's own names.","claims":["paste_report/keys_of_five_families"]},{"name":"file_of_another_family","roles":["encoder","pooler"],"status":["unexpected"],"if":["other family"],"answer":"mismatch","whole":"stop","short":"the file is {family}'s, and the class is of another family","why":"`{key}` is a name of {family}'s. A class of another family has no place for it.","do":"Load the file with a class of its own family.","code":"from transformers import AutoConfig\n\nfolder = \"checkpoints/pydoc-bert\"  # yours\nprint(AutoConfig.from_pretrained(folder).architectures)  # the class it was saved from\n","claims":["loading/wrong_prefix_leaves_the_encoder_random","paste_report/keys_of_five_families"]},{"name":"encoder_missing","roles":["encoder"],"status":["missing"],"answer":"random","whole":"stop","short":"a part of the encoder is not in the file, so it is random","why":"The file has no such tensor, under any name that the report shows. The class made a random one, and everything above it reads noise.","do":"Stop. Compare the number of layers in the configuration with the file's, and look at the names in the file.","code":"from safetensors import safe_open\n\nfolder = \"checkpoints/pydoc-bert\"  # yours\nwith safe_open(f\"{folder}/model.safetensors\", \"pt\") as file:\n    print(*sorted(file.keys()), sep=\"\\n\")\n","claims":["loading/wrong_prefix_leaves_the_encoder_random","paste_report/layers_too_many_or_too_few"]},{"name":"encoder_mismatched","roles":["encoder"],"status":["mismatched","conversion"],"answer":"random","whole":"stop","short":"a part of the encoder did not fit, so it is random","why":"The file's tensor has another shape than the class, so the class made a new one. The configuration is not the file's.","do":"Stop. Load with the file's own configuration; a longer vocabulary comes afterwards, by `resize_token_embeddings`.","claims":["versions/mismatched_head_of_a_bin_is_made_anew","versions/resizing_keeps_the_old_rows"]},{"name":"projection_unused","roles":["encoder"],"status":["unexpected"],"part":"embeddings_project","answer":"dropped","whole":"fine","short":"the message names a projection that this model does not use","why":"ELECTRA projects its embeddings only where `embedding_size` differs from `hidden_size`. Here they are equal, so the class has no such layer. The maintainers say that the published base and large files have it without using it.","do":"Nothing.","claims":["paste_report/electra_projects_only_where_sizes_differ"]},{"name":"encoder_unexpected","roles":["encoder"],"status":["unexpected"],"answer":"ignored","whole":"unknown","short":"the file has learned a part of the encoder that this class leaves out","why":"The file has it and the class does not, for instance because the configuration has fewer layers. What it learned is not used.","do":"If you did not mean to cut the model, load it with the file's own configuration.","claims":["paste_report/layers_too_many_or_too_few"]},{"name":"pooler_missing","roles":["pooler"],"status":["missing","mismatched","conversion"],"answer":"random","whole":"train","short":"the pooler is not in the file, so it is random","why":"A file from masked-language-model training has no pooler. A head that reads the pooler's output reads noise until both are trained.","do":"Train it together with your head. If you use only the vectors of the tokens, leave it out, each time you load:","code":"from transformers import AutoModel\n\nfolder = \"checkpoints/pydoc-bert\"  # yours\nmodel = AutoModel.from_pretrained(folder, add_pooling_layer=False)\n","claims":["loading/masked_lm_file_has_no_pooler"]},{"name":"output_bias_lost","roles":["output bias","decoder bias"],"status":["missing"],"if":["head loaded","both missing"],"answer":"zeros","whole":"bias","short":"zeros take its place; the rest of the head was loaded","why":"These are two names of one bias, and the file has neither. Each token's score lacks its bias now, so at a few positions another token may come first.","do":"Load the bias from the file that you trained from, as here. Or train on: the bias learns again.","code":"from transformers import AutoModelForMaskedLM  # or your class\n\nfolder = \"checkpoints/pydoc-bert\"  # yours\noriginal = \"checkpoints/pydoc-bert\"  # yours: a file that has the bias\nmodel = AutoModelForMaskedLM.from_pretrained(folder)\nwhole = AutoModelForMaskedLM.from_pretrained(original)\nbias = whole.get_output_embeddings().bias\nmodel.get_output_embeddings().bias.data.copy_(bias.data)\nmodel.save_pretrained(\"with-its-bias\")\n","claims":["paste_report/file_without_its_output_bias","loading_questions/pydoc_bert_needs_its_output_bias"]},{"name":"output_bias_not_read","roles":["output bias"],"status":["missing"],"if":["head loaded","two names"],"answer":"unread","whole":"fine","short":"if this is the only row, your decoder is untied, and its own bias was loaded: nothing reads `{key}`","why":"These versions name it alone only if the decoder is untied. Then the decoder adds a bias of its own, `decoder.bias`, which was loaded. No output depends on `{key}`, so its zeros change nothing.","do":"Nothing.","claims":["paste_report/first_bias_is_not_read_untied","loading/untying_on_load_loses_the_bias"],"versions":[["5.0.0",""]]},{"name":"output_bias_of_one_name","roles":["output bias"],"status":["missing"],"if":["head loaded","two names"],"answer":"zeros","whole":"bias","short":"zeros take its place; the rest of the head was loaded","why":"The file has no `{key}`. Each token's score lacks its bias now, so at a few positions another token may come first.","do":"Load the bias from the file that you trained from, as here. Or train on: the bias learns again.","code":"from transformers import AutoModelForMaskedLM  # or your class\n\nfolder = \"checkpoints/pydoc-bert\"  # yours\noriginal = \"checkpoints/pydoc-bert\"  # yours: a file that has the bias\nmodel = AutoModelForMaskedLM.from_pretrained(folder)\nwhole = AutoModelForMaskedLM.from_pretrained(original)\nbias = whole.get_output_embeddings().bias\nmodel.get_output_embeddings().bias.data.copy_(bias.data)\nmodel.save_pretrained(\"with-its-bias\")\n","claims":["paste_report/file_without_its_output_bias","loading_questions/pydoc_bert_needs_its_output_bias"],"versions":[["0.6.2","2.3.0"]]},{"name":"output_bias_under_either_name","roles":["output bias"],"status":["missing"],"if":["head loaded","two names"],"answer":"unknown","whole":"unknown","short":"these versions name `{key}` also where the file has it as `decoder.bias`","why":"`{key}` has a second name, `decoder.bias`. If the file has that one, the bias was loaded. If it has neither, zeros take its place; the rest of the head was loaded either way.","do":"Look for a name that ends in `decoder.bias`:","code":"from safetensors import safe_open\n\nfolder = \"checkpoints/pydoc-bert\"  # yours\nwith safe_open(f\"{folder}/model.safetensors\", \"pt\") as file:\n    print(*sorted(file.keys()), sep=\"\\n\")\n","claims":["file_styles/decoder_bias_alone_is_enough","paste_report/file_without_its_output_bias"]},{"name":"output_bias_missing","roles":["output bias"],"status":["missing"],"if":["head loaded"],"answer":"zeros","whole":"bias","short":"zeros take its place; the rest of the head was loaded","why":"The file has no `{key}`. Each token's score lacks its bias now, so at a few positions another token may come first.","do":"Load the bias from the file that you trained from, as here. Or train on: the bias learns again.","code":"from transformers import AutoModelForMaskedLM  # or your class\n\nfolder = \"checkpoints/pydoc-bert\"  # yours\noriginal = \"checkpoints/pydoc-bert\"  # yours: a file that has the bias\nmodel = AutoModelForMaskedLM.from_pretrained(folder)\nwhole = AutoModelForMaskedLM.from_pretrained(original)\nbias = whole.get_output_embeddings().bias\nmodel.get_output_embeddings().bias.data.copy_(bias.data)\nmodel.save_pretrained(\"with-its-bias\")\n","claims":["paste_report/file_without_its_output_bias","loading_questions/pydoc_bert_needs_its_output_bias"]},{"name":"bias_of_a_new_head","roles":["decoder bias"],"status":["missing"],"if":["source missing"],"answer":"random","whole":"train","short":"the head is not in the file, so it is new","why":"Another name of `{alias}`, which was not loaded either. So it is new as well.","do":"Train the head, or load a class without it.","claims":["loading/pretraining_heads_on_an_encoder_file","paste_report/keys_of_five_families"]},{"name":"bias_of_an_untied_decoder","roles":["decoder bias"],"status":["missing"],"answer":"ignored","whole":"train","short":"`{key}` is a new bias, and the learned one is not used: the decoder was untied","why":"These versions name it only if the decoder is untied. The learned bias was loaded into `{alias}`, which no output depends on then.","do":"Load it tied: without `tie_word_embeddings=False`, and with `true` in the configuration. Otherwise the decoder must be trained.","code":"from transformers import BertForPreTraining\n\nfolder = \"checkpoints/pydoc-bert\"  # yours\nmodel = BertForPreTraining.from_pretrained(folder, tie_word_embeddings=True)\nhead = model.cls.predictions\nassert head.decoder.bias is head.bias  # one Parameter again\n","claims":["loading/untying_on_load_loses_the_bias","versions/untied_loading_loses_the_bias"],"versions":[["5.0.0",""]]},{"name":"bias_is_an_alias","roles":["decoder bias"],"status":["missing"],"answer":"alias","whole":"fine","short":"`{key}` is another name of `{alias}`, which was loaded","why":"It is the Parameter `{alias}` under a second name. Older files have it once; the loader counted the other name as new.","do":"Nothing. No training is needed for it.","claims":["weight_tying/decoder_bias_is_the_prediction_bias","versions/classic_file_reports_no_decoder_bias","versions/masked_lm_reports_no_decoder_bias","paste_report/keys_of_five_families"]},{"name":"untied_decoder","roles":["decoder weight"],"status":["missing"],"answer":"random","whole":"train","short":"the decoder's matrix is random, because it was untied","why":"These versions name it only if the decoder is untied from `{alias}`. The file has no matrix for it, so it is random.","do":"Load it tied: without `tie_word_embeddings=False`, and with `true` in the configuration. Otherwise the decoder must be trained.","code":"from transformers import BertForPreTraining\n\nfolder = \"checkpoints/pydoc-bert\"  # yours\nmodel = BertForPreTraining.from_pretrained(folder, tie_word_embeddings=True)\nembedding = model.bert.embeddings.word_embeddings\nassert model.cls.predictions.decoder.weight is embedding.weight\n","claims":["paste_report/tied_decoder_weight_is_not_reported","versions/untying_on_load_makes_a_random_decoder"],"versions":[["4.26.1",""]]},{"name":"decoder_is_an_alias","roles":["decoder weight"],"status":["missing"],"answer":"alias","whole":"fine","short":"`{key}` is another name of `{alias}`","why":"It is the Parameter `{alias}` under a second name, unless you untied it. These versions named it all the same.","do":"Nothing.","claims":["weight_tying/decoder_weight_is_the_embedding","paste_report/tied_decoder_weight_is_not_reported","paste_report/keys_of_five_families"]},{"name":"output_layer_mismatched","roles":["output bias","decoder weight","decoder bias"],"status":["mismatched","conversion"],"answer":"random","whole":"train","short":"the output layer did not fit, so it is new","why":"The file's tensor has another number of rows than the class. The configuration's vocabulary is not the file's.","do":"Load with the file's own configuration; a longer vocabulary comes afterwards, by `resize_token_embeddings`.","claims":["versions/mismatched_head_of_a_bin_is_made_anew","versions/resizing_keeps_the_old_rows"]},{"name":"pretraining_head_missing","roles":["MLM head","output bias","NSP head","SOP head"],"status":["missing","mismatched","conversion"],"answer":"random","whole":"train","short":"a pre-training head is not in the file, so it is new","why":"The file has no such head. Its matrices are random, and what it predicts is noise until it is trained.","do":"Train it, or load a class without it. The encoder was loaded all the same.","claims":["loading/pretraining_heads_on_an_encoder_file"]},{"name":"discriminator_head_missing","roles":["discriminator head"],"status":["missing","mismatched","conversion"],"answer":"random","whole":"train","short":"the discriminator's head is not in the file, so it is new","why":"The file has no such head, as a generator's file has none. It is random until it is trained.","do":"Load the discriminator's file, or train the head.","claims":["loading/pretraining_heads_on_an_encoder_file","paste_report/keys_of_five_families"]},{"name":"task_head_missing","roles":["task head"],"status":["missing","conversion"],"answer":"random","whole":"train","short":"the head for your task is new","why":"No pre-trained file has it. It is the layer for your task, and random until you train it.","do":"Train it on your task. That is what this class is for.","claims":["weight_tying/classifier_is_not_tied","loading/masked_lm_file_has_no_pooler"]},{"name":"task_head_mismatched","roles":["task head"],"status":["mismatched"],"answer":"random","whole":"train","short":"the file's head has another size, so the class made a new one","why":"The file's head has another number of labels than the class. The class made a new one, which is random.","do":"Train it. To use the file's own head, load it with the file's own `num_labels`.","claims":["versions/mismatched_head_of_a_bin_is_made_anew"]},{"name":"bias_before_the_alias","roles":["decoder bias"],"status":["unexpected"],"answer":"alias","whole":"fine","short":"`{key}` is a second copy of `{alias}`","why":"In these versions the decoder has no bias of its own: the head adds `{alias}`. The file has it under both names.","do":"Nothing.","claims":["versions/decoder_has_a_bias"],"versions":[["0.6.2","2.3.0"]]},{"name":"half_of_a_strange_class","roles":["encoder","pooler","MLM head","output bias","decoder weight","decoder bias","NSP head","SOP head","discriminator head","task head","buffer","unknown"],"status":["unexpected"],"if":["half","strange class"],"answer":"dropped","whole":"unknown","short":"this lists what the file has and {class} does not; it does not list what is new in the class","why":"The file has it, and the class has no such name. {class} is not one of the library's classes, so only a list of missing keys tells what is new in it.","do":"Paste the sentence about what is newly initialized, too.","claims":["loading/masked_lm_drops_the_nsp_head"]},{"name":"half","roles":["pooler","MLM head","output bias","decoder weight","decoder bias","NSP head","SOP head","discriminator head","task head"],"status":["unexpected"],"if":["half"],"answer":"dropped","whole":"train","short":"{class} has a head that a file with these keys does not hold: it is new, and the sentence that names it is missing here","why":"The class leaves `{key}` in the file. A file saved with pre-training heads has no head for a task, and the other way round, unless somebody's own class had both.","do":"Train the head that the class adds. The message that loading printed about it begins “Some weights of {class} were not initialized”.","claims":["loading_questions/classifier_leaves_the_heads_unused","head_lives/fine_tuned_file_has_no_pretraining_heads"]},{"name":"head_unexpected","roles":["pooler","MLM head","output bias","decoder weight","decoder bias","NSP head","SOP head","discriminator head"],"status":["unexpected"],"answer":"dropped","whole":"fine","short":"the file has a head that this class does not use","why":"The file has a part that this class does not use, as a masked-language model has no next-sentence head. It is left out.","do":"Nothing. If you wanted that head, load a class that has it, such as `BertForPreTraining`.","claims":["loading/masked_lm_drops_the_nsp_head","loading/masked_lm_file_has_no_pooler"]},{"name":"task_head_unexpected","roles":["task head"],"status":["unexpected"],"answer":"dropped","whole":"fine","short":"the file has a head for another task","why":"The file was trained for a task whose head this class does not have. It is left out.","do":"Nothing. If you wanted that head, load the class that the file was saved from.","claims":["loading/masked_lm_drops_the_nsp_head"]},{"name":"unknown_in_a_strange_class","roles":["unknown"],"status":["missing","mismatched","conversion"],"if":["strange class"],"answer":"unknown","whole":"unknown","short":"{class} is not one of the library's classes for BERT, RoBERTa, DistilBERT, ALBERT or ELECTRA","why":"This page knows the library's classes of BERT, RoBERTa, DistilBERT, ALBERT and ELECTRA. In {class} `{key}` may be a new layer, or a second name of something that was loaded.","do":"Check in the model which of the two it is:","code":"from transformers import {class}  # or your class\n\nfolder = \"checkpoints/pydoc-bert\"  # yours\nmodel, report = {class}.from_pretrained(\n    folder, output_loading_info=True\n)\nparameters = dict(model.named_parameters(remove_duplicate=False))\nfor missing in report[\"missing_keys\"]:\n    others = [n for n, p in parameters.items() if p is parameters.get(missing)]\n    print(missing, \"is also named\", set(others) - {missing} or \"nothing else\")\n","claims":["paste_report/keys_of_five_families"]},{"name":"unknown_missing","roles":["unknown"],"status":["missing","mismatched","conversion"],"answer":"unknown","whole":"unknown","short":"this page does not know some of these keys","why":"This page knows the names of BERT, RoBERTa, DistilBERT, ALBERT and ELECTRA, and this is not one of them.","do":"Check in the model whether the name is an alias of something that was loaded:","code":"from transformers import {class}  # or your class\n\nfolder = \"checkpoints/pydoc-bert\"  # yours\nmodel, report = {class}.from_pretrained(\n    folder, output_loading_info=True\n)\nparameters = dict(model.named_parameters(remove_duplicate=False))\nfor missing in report[\"missing_keys\"]:\n    others = [n for n, p in parameters.items() if p is parameters.get(missing)]\n    print(missing, \"is also named\", set(others) - {missing} or \"nothing else\")\n","claims":["paste_report/keys_of_five_families"]},{"name":"unknown_unexpected","roles":["unknown"],"status":["unexpected"],"answer":"unknown","whole":"unknown","short":"this page does not know some of these keys","why":"This page knows the names of BERT, RoBERTa, DistilBERT, ALBERT and ELECTRA, and this is not one of them.","do":"Compare what the file holds with what the class has:","code":"from safetensors import safe_open\n\nfolder = \"checkpoints/pydoc-bert\"  # yours\nwith safe_open(f\"{folder}/model.safetensors\", \"pt\") as file:\n    print(*sorted(file.keys()), sep=\"\\n\")\n","claims":["paste_report/keys_of_five_families"]}],"lines":[{"has":"This checkpoint seem corrupted","why":"“This checkpoint seem corrupted” says that the file has neither name of a tied pair. If the report names the rest of that head, too, the head is new: train it before you use it. If it names no other part, only the bias is lost.","claims":["loading/corrupted_line_is_about_the_head","paste_report/file_without_its_output_bias","versions/encoder_only_file_is_called_corrupted"]},{"has":"so we will NOT tie them","why":"“We will NOT tie them”: the file has both names of a tied pair, and now they are two Parameters. Where they are equal nothing changes until you train; then they drift apart.","claims":["versions/conflicting_matrices_are_both_kept","versions/classic_bin_is_tied","weight_tying/a_copy_drifts_a_tie_does_not"]},{"has":"have been renamed internally","why":"“Renamed internally”: the file has `gamma` and `beta`, which every version reads as `weight` and `bias`.","claims":["versions/classic_bin_keeps_its_values"]},{"has":"Error(s) in loading state_dict","why":"“Error(s) in loading state_dict” is no warning: loading stopped there.","claims":["loading_questions/strict_loading_refuses_position_ids"]},{"has":"thus raising an error","why":"“Thus raising an error” is no warning: where a shape differs, loading stops. What is said here of other keys is true once it loads.","claims":["loading/mismatched_head_stops_loading"]}],"claims":{"loading_questions/strict_loading_refuses_position_ids":{"claim":"torch's own `load_state_dict` refuses a file with `position_ids`, and takes the same file without it.","page":"c/strict-loading-refuses-position-ids","span":"Under other versions: holds in transformers 2.0.0 to 3.0.2; fails in transformers 3.5.1 to 4.30.2; holds from transformers 4.35.2 on."},"loading_questions/position_ids_change_nothing":{"claim":"A file with `position_ids` and the same file without it give the same model: the same outputs, and positions from 0 on.","page":"c/position-ids-change-nothing","span":"Under other versions: holds from transformers 2.0.0 on."},"paste_report/gamma_and_beta_are_renamed":{"claim":"`from_pretrained` reads a LayerNorm's `gamma` and `beta` as `weight` and `bias`; torch's `load_state_dict` stops at them until they are renamed.","page":"c/gamma-and-beta-are-renamed","span":"Not tested with other versions yet."},"paste_report/renaming_loads_the_encoder":{"claim":"A file whose names have a foreign prefix loads completely once the prefix is taken off them.","page":"c/renaming-loads-the-encoder","span":"Not tested with other versions yet."},"paste_report/strict_loading_wants_every_name":{"claim":"torch's `load_state_dict` stops at every name that only one side has, a tied tensor's second name too; `from_pretrained` goes on from the same weights.","page":"c/strict-loading-wants-every-name","span":"Not tested with other versions yet."},"weight_tying/decoder_bias_is_the_prediction_bias":{"claim":"`cls.predictions.decoder.bias` is `cls.predictions.bias`: one Parameter under two names, one value per token.","page":"c/decoder-bias-is-the-prediction-bias","span":"Not tested with other versions yet."},"weight_tying/decoder_weight_is_the_embedding":{"claim":"`cls.predictions.decoder.weight` is the word embedding's own Parameter: one matrix under two names, not a copy.","page":"c/decoder-weight-is-the-embedding","span":"Not tested with other versions yet."},"loading/mismatched_head_stops_loading":{"claim":"A classifier of another size than the file's stops loading; with `ignore_mismatched_sizes=True` all of it is new, its row says so, and the rest is the file's.","page":"c/mismatched-head-stops-loading","span":"Not tested with other versions yet."},"versions/position_ids_are_not_saved":{"claim":"`save_pretrained` writes no `position_ids`.","page":"c/position-ids-are-not-saved","span":"Under other versions: holds in pytorch-transformers 1.2.0; holds in transformers 2.0.0 to 3.0.2; fails in transformers 3.1.0 to 4.30.2; holds from transformers 4.31.0 on."},"loading/wrong_prefix_leaves_the_encoder_random":{"claim":"A file whose keys have a prefix that the class does not know loads without an error, and the encoder stays random.","page":"c/wrong-prefix-leaves-the-encoder-random","span":"Under other versions: cannot run in transformers 2.0.0 to 4.22.2; fails in transformers 4.23.0 to 4.30.2; holds from transformers 4.31.0 on."},"paste_report/merged_adapters_have_plain_names":{"claim":"A file saved with PEFT's wrappers loads into a plain class without its `query`, which it holds as `base_layer`; merged with `merge_and_unload()` and saved, it loads completely.","page":"c/merged-adapters-have-plain-names","span":"Not tested with other versions yet."},"paste_report/keys_of_five_families":{"claim":"In five families of BERT's kind the output matrix of the masked language model is the word embedding, and its `decoder.bias`, where there is one, the head's own bias: aliases.","page":"c/keys-of-five-families","span":"Not tested with other versions yet."},"paste_report/layers_too_many_or_too_few":{"claim":"Layers that only the file has are left out, and layers that only the class has are random: each time the program goes on.","page":"c/layers-too-many-or-too-few","span":"Not tested with other versions yet."},"versions/mismatched_head_of_a_bin_is_made_anew":{"claim":"With `ignore_mismatched_sizes=True` a classifier of another size gets new random values, as in a fresh BERT, and the encoder is the file's.","page":"c/mismatched-head-of-a-bin-is-made-anew","span":"Under other versions: cannot run in pytorch-transformers 1.2.0; cannot run in transformers 2.0.0 to 4.8.2; fails in transformers 4.9.0 to 4.36.2; holds from transformers 4.37.0 on."},"versions/resizing_keeps_the_old_rows":{"claim":"`resize_token_embeddings` keeps every old row as it was.","page":"c/resizing-keeps-the-old-rows","span":"Under other versions: holds in pytorch-transformers 1.2.0; holds from transformers 2.0.0 on."},"paste_report/electra_projects_only_where_sizes_differ":{"claim":"ELECTRA has the layer `embeddings_project` only where `embedding_size` differs from `hidden_size`; where they are equal, a file's projection is left out, and the outputs are the same without it.","page":"c/electra-projects-only-where-sizes-differ","span":"Not tested with other versions yet."},"loading/masked_lm_file_has_no_pooler":{"claim":"A file saved from `BertForMaskedLM` has no pooler: a classifier loaded from it gets a random one, beside its own new layer.","page":"c/masked-lm-file-has-no-pooler","span":"Under other versions: cannot run in transformers 2.0.0 to 2.11.0; fails in transformers 3.0.0 to 3.2.0; holds from transformers 3.3.0 on."},"paste_report/file_without_its_output_bias":{"claim":"A file without its output bias loads all other parts of a tied MLM head: both names of the bias are reported, each score lacks exactly the bias, and the original's bias mends it.","page":"c/file-without-its-output-bias","span":"Not tested with other versions yet."},"loading_questions/pydoc_bert_needs_its_output_bias":{"claim":"pydoc-bert without its output bias computes other scores, and at a few positions another token comes first.","page":"c/pydoc-bert-needs-its-output-bias","span":"Not tested with other versions yet."},"paste_report/first_bias_is_not_read_untied":{"claim":"If `cls.predictions.bias` is the only missing key, the model is untied and nothing is lost: no output depends on that Parameter.","page":"c/first-bias-is-not-read-untied","span":"Not tested with other versions yet."},"loading/untying_on_load_loses_the_bias":{"claim":"Loading an ordinary file with `tie_word_embeddings=False` makes a random decoder weight, and leaves the learned bias unused.","page":"c/untying-on-load-loses-the-bias","span":"Under other versions: cannot run in transformers 2.0.0 to 3.5.1; fails in transformers 4.0.0 to 4.57.6; holds from transformers 5.0.0 on."},"versions/decoder_has_a_bias":{"claim":"The decoder has a bias, and it is the head's own: one Parameter under two names.","page":"c/decoder-has-a-bias","span":"Under other versions: fails in pytorch-pretrained-bert 0.6.2; fails in pytorch-transformers 1.2.0; fails in transformers 2.0.0 to 2.3.0; holds from transformers 2.4.0 on."},"file_styles/decoder_bias_alone_is_enough":{"claim":"A file that has the MLM head's bias under its newer name `decoder.bias` alone loads completely: both names are one Parameter with the file's values.","page":"c/decoder-bias-alone-is-enough","span":"Under other versions: fails in pytorch-pretrained-bert 0.6.2; fails in pytorch-transformers 1.2.0; fails in transformers 2.0.0 to 2.5.0; holds in transformers 2.5.1 to 4.42.4; fails in transformers 4.43.0 to 4.50.3; cannot run in transformers 4.51.0; fails in transformers 4.51.1 to 4.57.6; holds from transformers 5.0.0 on."},"loading/pretraining_heads_on_an_encoder_file":{"claim":"all-MiniLM-L6-v2, a file without heads, loads its whole encoder into `BertForPreTraining`; both heads are new: random matrices, zero biases.","page":"c/pretraining-heads-on-an-encoder-file","span":"Not tested with other versions yet."},"versions/untied_loading_loses_the_bias":{"claim":"Loaded with `tie_word_embeddings=False`, a file without `decoder.bias`, as all of 2018's are, loses its bias: zeros are added instead.","page":"c/untied-loading-loses-the-bias","span":"Under other versions: fails in pytorch-pretrained-bert 0.6.2; fails in pytorch-transformers 1.2.0; fails in transformers 2.0.0 to 4.57.6; holds in transformers 5.0.0 to 5.1.0; fails in transformers 5.2.0; holds from transformers 5.3.0 on."},"versions/classic_file_reports_no_decoder_bias":{"claim":"A file without `decoder.bias`, as all of 2018's are, loads without a word about that key; one that is really missing is named.","page":"c/classic-file-reports-no-decoder-bias","span":"Under other versions: holds in pytorch-pretrained-bert 0.6.2; holds in pytorch-transformers 1.2.0; holds in transformers 2.0.0 to 2.3.0; fails in transformers 2.4.0 to 4.24.0; holds from transformers 4.25.1 on."},"versions/masked_lm_reports_no_decoder_bias":{"claim":"BertForMaskedLM loads a file without `decoder.bias`, as all of 2018's are, without a word about that key; one that is really missing is named.","page":"c/masked-lm-reports-no-decoder-bias","span":"Under other versions: holds in pytorch-pretrained-bert 0.6.2; holds in pytorch-transformers 1.2.0; holds in transformers 2.0.0 to 2.3.0; fails in transformers 2.4.0 to 3.2.0; holds from transformers 3.3.0 on."},"paste_report/tied_decoder_weight_is_not_reported":{"claim":"From an encoder-only file, a tied `BertForMaskedLM` is not said to miss `cls.predictions.decoder.weight`: the embedding supplies it.","page":"c/tied-decoder-weight-is-not-reported","span":"Under other versions: fails in transformers 2.0.0 to 4.24.0; holds from transformers 4.26.1 on."},"versions/untying_on_load_makes_a_random_decoder":{"claim":"Loaded with `tie_word_embeddings=False`, a file without `decoder.weight` gets a random one, drawn as BERT draws it.","page":"c/untying-on-load-makes-a-random-decoder","span":"Under other versions: fails in pytorch-transformers 1.2.0; fails in transformers 2.0.0 to 3.0.2; holds in transformers 3.1.0 to 4.24.0; fails in transformers 4.25.1 to 4.26.1; holds from transformers 4.27.0 on."},"weight_tying/classifier_is_not_tied":{"claim":"A sequence classifier shares nothing with the embedding: its `classifier` is not in a masked-LM's file, so it is new, and no two of its tensors share memory.","page":"c/classifier-is-not-tied","span":"Not tested with other versions yet."},"loading/masked_lm_drops_the_nsp_head":{"claim":"From a file with both heads, `BertForMaskedLM` leaves the NSP head and the pooler unused, has no new weights, and predicts the same tokens.","page":"c/masked-lm-drops-the-nsp-head","span":"Not tested with other versions yet."},"loading_questions/classifier_leaves_the_heads_unused":{"claim":"From a file with both pre-training heads a classifier takes the encoder and the pooler whole, leaves the heads unused, and only `classifier` is new.","page":"c/classifier-leaves-the-heads-unused","span":"Not tested with other versions yet."},"head_lives/fine_tuned_file_has_no_pretraining_heads":{"claim":"Loaded as `BertForPreTraining`, a file that was saved from a classifier gives the encoder and the pooler, and both heads are new.","page":"c/fine-tuned-file-has-no-pretraining-heads","span":"Under other versions: holds in pytorch-pretrained-bert 0.6.2; holds in pytorch-transformers 1.2.0; holds from transformers 2.0.0 on."},"loading/corrupted_line_is_about_the_head":{"claim":"The line “This checkpoint seem corrupted”, on a file saved from `BertModel`, is about the MLM head's bias: the whole encoder is loaded, and the head is new.","page":"c/corrupted-line-is-about-the-head","span":"Not tested with other versions yet."},"versions/encoder_only_file_is_called_corrupted":{"claim":"Loading an encoder-only file into a class with heads logs that the file seems corrupted; a whole file is not called so.","page":"c/encoder-only-file-is-called-corrupted","span":"Under other versions: fails in pytorch-pretrained-bert 0.6.2; fails in pytorch-transformers 1.2.0; fails in transformers 2.0.0 to 4.57.6; holds from transformers 5.0.0 on."},"versions/conflicting_matrices_are_both_kept":{"claim":"Where a file's two tied matrices differ, both are kept, and the tie is broken.","page":"c/conflicting-matrices-are-both-kept","span":"Under other versions: fails in pytorch-pretrained-bert 0.6.2; fails in pytorch-transformers 1.2.0; fails in transformers 2.0.0 to 4.57.6; holds from transformers 5.0.0 on."},"versions/classic_bin_is_tied":{"claim":"A file of 2018's, which holds the matrix under both names, loads as one Parameter.","page":"c/classic-bin-is-tied","span":"Under other versions: holds in pytorch-pretrained-bert 0.6.2; holds in pytorch-transformers 1.2.0; holds in transformers 2.0.0 to 4.57.6; fails in transformers 5.0.0 to 5.3.0; holds from transformers 5.4.0 on."},"weight_tying/a_copy_drifts_a_tie_does_not":{"claim":"One training step tells a tie from a copy: a tied pair is still one Parameter, with one new value, and two equal matrices drift apart.","page":"c/a-copy-drifts-a-tie-does-not","span":"Not tested with other versions yet."},"versions/classic_bin_keeps_its_values":{"claim":"A file of 2018's, with `gamma` and `beta` for the LayerNorms, loads with every value.","page":"c/classic-bin-keeps-its-values","span":"Under other versions: holds in pytorch-pretrained-bert 0.6.2; holds in pytorch-transformers 1.2.0; holds from transformers 2.0.0 on."}},"examples":[{"name":"decoder_bias","title":"decoder.bias is new","text":"INFO: loading weights file FOLDER/pytorch_model.bin\nINFO: All model checkpoint weights were used when initializing BertForPreTraining.\n\nWARNING: Some weights of BertForPreTraining were not initialized from the model checkpoint at FOLDER and are newly initialized: ['cls.predictions.decoder.bias']\nYou should probably TRAIN this model on a down-stream task to be able to use it for predictions and inference."},{"name":"dropped","title":"keys not used","text":"INFO: loading weights file FOLDER/pytorch_model.bin\nWARNING: Some weights of the model checkpoint at FOLDER were not used when initializing BertForMaskedLM: ['cls.seq_relationship.bias', 'cls.seq_relationship.weight']\n- This IS expected if you are initializing BertForMaskedLM from the checkpoint of a model trained on another task or with another architecture (e.g. initializing a BertForSequenceClassification model from a BertForPreTraining model).\n- This IS NOT expected if you are initializing BertForMaskedLM from the checkpoint of a model that you expect to be exactly identical (initializing a BertForSequenceClassification model from a BertForSequenceClassification model).\nINFO: All the weights of BertForMaskedLM were initialized from the model checkpoint at FOLDER.\nIf your task is similar to the task the model of the checkpoint was trained on, you can already use BertForMaskedLM for predictions without further training.\nINFO: Generation config file not found, using a generation config created from the model config."},{"name":"encoder_only","title":"a LOAD REPORT, “seem corrupted”","text":"INFO: loading weights file FOLDER/pytorch_model.bin\nINFO: Since the `dtype` attribute can't be found in model's config object, will use dtype=torch.float32 as derived from model's weights\nWARNING: This checkpoint seem corrupted. The tied weights mapping for this model specifies to tie cls.predictions.bias to cls.predictions.decoder.bias, but both are absent from the checkpoint, and we could not find another related tied weight for those keys\nWARNING: BertForMaskedLM LOAD REPORT from: FOLDER\nKey                                        | Status     |\n-------------------------------------------+------------+-\npooler.dense.weight                        | UNEXPECTED |\npooler.dense.bias                          | UNEXPECTED |\ncls.predictions.transform.LayerNorm.bias   | MISSING    |\ncls.predictions.transform.dense.weight     | MISSING    |\ncls.predictions.decoder.bias               | MISSING    |\ncls.predictions.transform.dense.bias       | MISSING    |\ncls.predictions.bias                       | MISSING    |\ncls.predictions.transform.LayerNorm.weight | MISSING    |\n\nNotes:\n- UNEXPECTED:\tcan be ignored when loading from different task/architecture; not ok if you expect identical arch.\n- MISSING:\tthose params were newly initialized because missing from the checkpoint. Consider training on your downstream task."},{"name":"classifier","title":"a new classifier","text":"INFO: loading weights file FOLDER/pytorch_model.bin\nWARNING: Some weights of BertForSequenceClassification were not initialized from the model checkpoint at FOLDER and are newly initialized: ['classifier.bias', 'classifier.weight']\nYou should probably TRAIN this model on a down-stream task to be able to use it for predictions and inference."},{"name":"prefix","title":"2018, everything missing","text":"INFO: loading archive file FOLDER\nINFO: Weights of BertForMaskedLM not initialized from pretrained model: ['bert.embeddings.word_embeddings.weight', 'bert.embeddings.position_embeddings.weight', 'bert.embeddings.token_type_embeddings.weight', 'bert.embeddings.LayerNorm.weight', 'bert.embeddings.LayerNorm.bias', 'bert.encoder.layer.0.attention.self.query.weight', 'bert.encoder.layer.0.attention.self.query.bias', 'bert.encoder.layer.0.attention.self.key.weight', 'bert.encoder.layer.0.attention.self.key.bias', 'bert.encoder.layer.0.attention.self.value.weight', 'bert.encoder.layer.0.attention.self.value.bias', 'bert.encoder.layer.0.attention.output.dense.weight', 'bert.encoder.layer.0.attention.output.dense.bias', 'bert.encoder.layer.0.attention.output.LayerNorm.weight', 'bert.encoder.layer.0.attention.output.LayerNorm.bias', 'bert.encoder.layer.0.intermediate.dense.weight', 'bert.encoder.layer.0.intermediate.dense.bias', 'bert.encoder.layer.0.output.dense.weight', 'bert.encoder.layer.0.output.dense.bias', 'bert.encoder.layer.0.output.LayerNorm.weight', 'bert.encoder.layer.0.output.LayerNorm.bias', 'bert.pooler.dense.weight', 'bert.pooler.dense.bias', 'cls.predictions.bias', 'cls.predictions.transform.dense.weight', 'cls.predictions.transform.dense.bias', 'cls.predictions.transform.LayerNorm.weight', 'cls.predictions.transform.LayerNorm.bias', 'cls.predictions.decoder.weight']\nINFO: Weights from pretrained model not used in BertForMaskedLM: ['embeddings.word_embeddings.weight', 'embeddings.position_embeddings.weight', 'embeddings.token_type_embeddings.weight', 'embeddings.LayerNorm.weight', 'embeddings.LayerNorm.bias', 'encoder.layer.0.attention.self.query.weight', 'encoder.layer.0.attention.self.query.bias', 'encoder.layer.0.attention.self.key.weight', 'encoder.layer.0.attention.self.key.bias', 'encoder.layer.0.attention.self.value.weight', 'encoder.layer.0.attention.self.value.bias', 'encoder.layer.0.attention.output.dense.weight', 'encoder.layer.0.attention.output.dense.bias', 'encoder.layer.0.attention.output.LayerNorm.weight', 'encoder.layer.0.attention.output.LayerNorm.bias', 'encoder.layer.0.intermediate.dense.weight', 'encoder.layer.0.intermediate.dense.bias', 'encoder.layer.0.output.dense.weight', 'encoder.layer.0.output.dense.bias', 'encoder.layer.0.output.LayerNorm.weight', 'encoder.layer.0.output.LayerNorm.bias', 'pooler.dense.weight', 'pooler.dense.bias']"},{"name":"untied","title":"an untied decoder","text":"[transformers] BertForMaskedLM LOAD REPORT from: ordinary\nKey                            | Status  |\n-------------------------------+---------+-\ncls.predictions.decoder.bias   | MISSING |\ncls.predictions.decoder.weight | MISSING |\n\nNotes:\n- MISSING:\tthose params were newly initialized because missing from the checkpoint. Consider training on your downstream task.\nmissing, newly made:\n  cls.predictions.decoder.bias\n  cls.predictions.decoder.weight\ndecoder.weight is the saved one: False\nthe learned bias is in predictions.bias: True\nthe loss depends on predictions.bias: False\nlogits move by up to 2.95"},{"name":"prefix_5","title":"a foreign prefix","text":"[transformers] BertModel LOAD REPORT from: prefixed\nKey                                                         | Status     |\n------------------------------------------------------------+------------+-\nencoder_a.embeddings.LayerNorm.weight                       | UNEXPECTED |\nencoder_a.encoder.layer.0.intermediate.dense.weight         | UNEXPECTED |\nencoder_a.encoder.layer.0.attention.self.key.weight         | UNEXPECTED |\nencoder_a.encoder.layer.0.attention.self.query.weight       | UNEXPECTED |\nencoder_a.encoder.layer.0.output.dense.weight               | UNEXPECTED |\nencoder_a.encoder.layer.0.attention.output.dense.bias       | UNEXPECTED |\nencoder_a.encoder.layer.0.attention.output.LayerNorm.weight | UNEXPECTED |\nencoder_a.pooler.dense.bias                                 | UNEXPECTED |\nencoder_a.encoder.layer.0.attention.self.query.bias         | UNEXPECTED |\nencoder_a.encoder.layer.0.attention.output.LayerNorm.bias   | UNEXPECTED |\nencoder_a.encoder.layer.0.attention.self.value.weight       | UNEXPECTED |\nencoder_a.embeddings.token_type_embeddings.weight           | UNEXPECTED |\nencoder_a.encoder.layer.0.attention.self.key.bias           | UNEXPECTED |\nencoder_a.encoder.layer.0.attention.output.dense.weight     | UNEXPECTED |\nencoder_a.embeddings.word_embeddings.weight                 | UNEXPECTED |\nencoder_a.encoder.layer.0.intermediate.dense.bias           | UNEXPECTED |\nencoder_a.encoder.layer.0.output.LayerNorm.weight           | UNEXPECTED |\nencoder_a.pooler.dense.weight                               | UNEXPECTED |\nencoder_a.embeddings.position_embeddings.weight             | UNEXPECTED |\nencoder_a.encoder.layer.0.output.LayerNorm.bias             | UNEXPECTED |\nencoder_a.encoder.layer.0.attention.self.value.bias         | UNEXPECTED |\nencoder_a.encoder.layer.0.output.dense.bias                 | UNEXPECTED |\nencoder_a.embeddings.LayerNorm.bias                         | UNEXPECTED |\nencoder.layer.0.attention.output.LayerNorm.bias             | MISSING    |\nembeddings.position_embeddings.weight                       | MISSING    |\nencoder.layer.0.intermediate.dense.weight                   | MISSING    |\nencoder.layer.0.attention.self.value.weight                 | MISSING    |\npooler.dense.bias                                           | MISSING    |\nencoder.layer.0.attention.self.query.weight                 | MISSING    |\nembeddings.LayerNorm.weight                                 | MISSING    |\npooler.dense.weight                                         | MISSING    |\nencoder.layer.0.attention.output.dense.bias                 | MISSING    |\nencoder.layer.0.attention.self.query.bias                   | MISSING    |\nencoder.layer.0.attention.output.dense.weight               | MISSING    |\nencoder.layer.0.output.dense.weight                         | MISSING    |\nencoder.layer.0.output.dense.bias                           | MISSING    |\nencoder.layer.0.attention.self.key.weight                   | MISSING    |\nencoder.layer.0.attention.self.value.bias                   | MISSING    |\nencoder.layer.0.attention.output.LayerNorm.weight           | MISSING    |\nembeddings.LayerNorm.bias                                   | MISSING    |\nencoder.layer.0.output.LayerNorm.weight                     | MISSING    |\nencoder.layer.0.intermediate.dense.bias                     | MISSING    |\nembeddings.word_embeddings.weight                           | MISSING    |\nembeddings.token_type_embeddings.weight                     | MISSING    |\nencoder.layer.0.attention.self.key.bias                     | MISSING    |\nencoder.layer.0.output.LayerNorm.bias                       | MISSING    |\n\nNotes:\n- UNEXPECTED:\tcan be ignored when loading from different task/architecture; not ok if you expect identical arch.\n- MISSING:\tthose params were newly initialized because missing from the checkpoint. Consider training on your downstream task.\n\nmissing 23, unexpected 23, of 23 in the file\nmatrices equal to the file's: 0 of 10"}],"more":{"page":"loading/","place":"in-one-minute","words":"“Newly initialized”: does it matter? All messages in one table"}};

// clean.js
/* eslint-disable no-control-regex */
const ESCAPES = /\x1b\[[0-9;:?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)?|\x1b[@-Z\\-_]|\[(?:\d{1,3}(?:;\d{1,3}){0,4})m/g;
const UNSEEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
const BROKEN = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const BAR = /[^|'"\][\n]{0,60}\d{1,3}%\|[^|\n]{0,200}\|[^[\n]{0,60}\[[^\]\n]{0,120}\]?|Loading weights: +\d+it \[[^\]\n]{0,80}\]/g;
const PREFIXES = [
  /^\s*(?:>\s?)+/,
  /^\s*\[?\(?\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?\)?\]?[\s:|,-]*/,
  /^\s*\[?\d\d\/\d\d\/\d{2,4} \d\d:\d\d:\d\d(?:[.,]\d+)?\]?[\s:|-]*/,
  /^\s*\[?\d\d:\d\d:\d\d(?:[.,]\d+)?\]?[\s:|-]+/,
  /^\s*[IWEF]\d{4} \d\d:\d\d:\d\d\.\d+ +\d+ [\w.]+:\d+\] /,
  /^\s*\[(?:DEBUG|INFO|WARNING|ERROR|CRITICAL)\|[^\]\n]{0,120}\][^>\n]{0,60}>>\s*/,
  /^\s*\[?(?:DEBUG|INFO|WARNING|WARN|ERROR|CRITICAL)\]?(?::(?:transformers|pytorch_\w+)[\w.]*:|\s*[:|-]+\s*|\s{2,})/,
  /^\s*(?:transformers|pytorch_\w+)(?:\.\w+)+\s*[:|-]+\s*/,
  /^\s*\[(?:transformers|(?:default\d?|rank ?)?\d+)\]:?\s*/,
  /^\s*\((?:[\w-]+ )?pid=\d+[^)\n]{0,60}\)\s*/,
  /^\s*(?:stdout|stderr)\s*[|:]\s*/,
];

function cleaned(line) {
  let text = line.replace(ESCAPES, "").replace(UNSEEN, "").replace(BROKEN, "\ufffd");
  if (text.includes("%|") || text.includes("it [")) text = text.replace(BAR, " ");
  text = text.replace(/[\u2018\u2019\u201b\u2032]/g, "'").replace(/[\u201c\u201d\u2033]/g, '"');
  text = text.replace(/&#0?39;|&apos;/g, "'").replace(/&quot;/g, '"').replace(/\\(?=["'])/g, "").replace(/\u2026/g, "...");
  text = text.replaceAll("**", "");
  if (STATUS.test(text)) text = text.replace(CELLS, "$1|");
  for (let rounds = 0, before = ""; rounds < 8 && before !== text; rounds += 1) {
    before = text;
    for (const prefix of PREFIXES) text = text.replace(prefix, "");
  }
  return text;
}

const STATUS = /MISSING|UNEXPECTED|MISMATCH|CONVERSION/;
const CELLS = /(?<![\w.])([A-Za-z_][\w.{},*-]{0,300}\.\w{1,80})[ \t]+(?=(?:MISSING|UNEXPECTED|MISMATCH|CONVERSION)(?!\w))/g;

const LONGEST = 4000;

function* squeezed(text) {
  const parts = [];
  const starts = [0];
  let length = 0;
  for (let at = 0, count = 0; at < text.length; count += 1) {
    let end = at;
    const limit = Math.min(text.length, at + LONGEST);
    while (end < limit && text.charCodeAt(end) !== 10 && text.charCodeAt(end) !== 13) end += 1;
    const line = cleaned(text.slice(at, end)).trim();
    const words = line.replace(/\s+/g, "");
    parts.push(words);
    length += words.length;
    if (words.length < line.length || !words) starts.push(length);
    at = end < limit ? end + 1 : end;
    if (count % 8 === 0) yield;
  }
  return { text: parts.join(""), starts };
}

// reading.js
const CLASS = "([A-Za-z_]\\w{0,79}?)";
const PATH = "((?:(?!andarenewlyinit|werenotusedwhen|notinitializedfrom).){0,300}?)";
const SHAPE = "torch\\.Size\\(\\[?\\(?([\\d,]*)\\)?\\]?\\)";
const LONGEST_KEY = 300;
const CLOSING = { "[": "]", "{": "}", "(": ")" };

function at(pattern) {
  return new RegExp(pattern, "y");
}

function matched(sticky, text, position) {
  sticky.lastIndex = position;
  return sticky.exec(text);
}

function* places(text, literal) {
  for (let place = text.indexOf(literal); place >= 0; place = text.indexOf(literal, place + 1)) yield place;
}

function* listed(text, start) {
  const keys = [];
  let place = start;
  let closing = "";
  while (CLOSING[text[place] ?? " "]) {
    if (closing.length < 8) closing = CLOSING[text[place] ?? " "] + closing;
    place += 1;
  }
  if (text.startsWith("set()", start)) return { keys, cut: false };
  let open = true;
  for (let count = 0; place < text.length; count += 1) {
    const quote = text[place];
    let end;
    if (quote === "'" || quote === '"' || quote === "`") {
      end = text.indexOf(quote, place + 1);
      open = end < 0 || end - place > LONGEST_KEY;
      if (open) end = place + 1 + (/^[\w.*-]{0,300}/.exec(text.slice(place + 1, place + 301))?.[0].length ?? 0);
      keys.push({ key: text.slice(place + 1, end), detail: "" });
      end += open ? 0 : 1;
    } else {
      const bare = /^[A-Za-z_][\w.*-]{0,300}/.exec(text.slice(place, place + 301))?.[0] ?? "";
      if (!bare.includes(".")) break;
      keys.push({ key: bare, detail: "" });
      end = place + bare.length;
      open = false;
    }
    place = end;
    if (text[end] !== ",") break;
    place += 1;
    open = true;
    if (count % 200 === 0) yield;
  }
  const ended = closing ? text.startsWith(closing, place) : !open;
  return { keys: keys.filter((one) => one.key), cut: !ended };
}

function sizes(file, model) {
  const spaced = [file, model].map((one) => (one ?? "").split(",").filter(Boolean).join(", "));
  return `(${spaced[0]}) in the file, (${spaced[1]}) in the class`;
}

// messages_of_other_forms.js
const ERROR = { anchor: "Error(s)inloadingstate_dictfor", head: at(`Error\\(s\\)inloadingstate_dictfor${CLASS}:`) };
const RAISED = "thusraisinganerror";
const ABSENT = { anchor: "specifiestotie", head: at("specifiestotie([\\w.]{1,200}?\\.(?:weight|bias))to([\\w.]{1,200}?),butbothareabsent") };
const SIZE = { anchor: "sizemismatchfor", head: at(`sizemismatchfor([\\w.]{1,300}?):copyingaparamwithshape${SHAPE}fromcheckpoint,theshapeincurrentmodelis${SHAPE}`) };
const PAIRS = at("mismatched_?keys['\"]?[=:][\\[{(](?=[\\[(.])");
const EXTENT = "(?:torch\\.Size)?\\(?\\[?([\\d,]*)\\]?\\)?";
const PAIR = at(`[[(]['"]([\\w.]{1,300}?)['"],${EXTENT},${EXTENT}[\\])],?`);

function* oddments(text, found) {
  for (const place of places(text, SIZE.anchor)) {
    yield;
    const match = matched(SIZE.head, text, place);
    if (match) found.push({ place, form: "", class: "", from: "", status: "mismatched", stopped: true, keys: [{ key: match[1] ?? "", detail: sizes(match[2], match[3]) }] });
  }
  for (const place of places(text, "mismatched")) {
    yield;
    const opened = matched(PAIRS, text, place);
    if (!opened) continue;
    const keys = [];
    let end = place + opened[0].length;
    for (let match = matched(PAIR, text, end); match; match = matched(PAIR, text, end)) {
      keys.push({ key: match[1] ?? "", detail: sizes(match[2], match[3]) });
      end = PAIR.lastIndex;
      if (keys.length % 200 === 0) yield;
    }
    const cut = text[end] !== CLOSING[opened[0].at(-1) ?? ""];
    found.push({ place, form: "", class: "", from: "", status: "mismatched", keys, cut });
  }
  for (const place of places(text, ABSENT.anchor)) {
    yield;
    const match = matched(ABSENT.head, text, place);
    if (match) found.push({ place, form: "table", class: "?", from: "", status: "missing", keys: [match[1], match[2]].map((key) => ({ key: key ?? "", detail: "" })) });
  }
  for (const place of places(text, ERROR.anchor)) {
    const match = matched(ERROR.head, text, place);
    if (match) found.push({ place, form: "", class: match[1] ?? "", from: "", status: "missing", keys: [], stopped: true });
  }
  for (const place of places(text, RAISED)) {
    yield;
    found.push({ place, form: "table", class: "?", from: "", status: "missing", keys: [], stopped: true });
  }
}

// messages_in_sentences.js
const SENTENCES = [
  { anchor: "Weightsof", form: "first", status: "missing", order: "c", head: at(`Weightsof${CLASS}notinitializedfrompretrainedmodel:`) },
  { anchor: "Weightsfrompretrainedmodel", form: "first", status: "unexpected", order: "c", head: at(`Weightsfrompretrainedmodelnotusedin${CLASS}:`) },
  { anchor: "Some", form: "sentence", status: "missing", order: "cp", head: at(`Some(?:weights|layers)of${CLASS}werenotinitializedfromthemodelcheckpointat${PATH}andarenewlyinitialized:`) },
  { anchor: "Some", form: "sentence", status: "mismatched", order: "cp", head: at(`Some(?:weights|layers)of${CLASS}werenotinitializedfromthemodelcheckpointat${PATH}andarenewlyinitializedbecausetheshapesdidnotmatch:`) },
  { anchor: "Some", form: "sentence", status: "unexpected", order: "pc", head: at(`Some(?:weights|layers)(?:of|from)themodelcheckpointat${PATH}werenotusedwheninitializing${CLASS}:`) },
  { anchor: "SomeweightsorbuffersoftheTF2.0model", form: "", status: "missing", order: "c", head: at(`SomeweightsorbuffersoftheTF2\\.0model${CLASS}werenotinitializedfromthePyTorchmodelandarenewlyinitialized:`) },
  { anchor: "SomeweightsofthePyTorchmodel", form: "", status: "unexpected", order: "c", head: at(`SomeweightsofthePyTorchmodelwerenotusedwheninitializingtheTF2\\.0model${CLASS}:`) },
  { anchor: "Missingkey(s)instate_dict:", form: "", status: "missing", order: "", stopped: true, head: at("Missingkey\\(s\\)instate_dict:") },
  { anchor: "Unexpectedkey(s)instate_dict:", form: "", status: "unexpected", order: "", stopped: true, head: at("Unexpectedkey\\(s\\)instate_dict:") },
  { anchor: "missing_keys", form: "", status: "missing", order: "", head: at("missing_keys['\"]?[=:](?=[\\[{(])") },
  { anchor: "unexpected_keys", form: "", status: "unexpected", order: "", head: at("unexpected_keys['\"]?[=:](?=[\\[{(])") },
  { anchor: "issingkeys", form: "", status: "missing", order: "", head: at("issingkeys['\"]?[=:](?=[\\[{(])") },
  { anchor: "nexpectedkeys", form: "", status: "unexpected", order: "", head: at("nexpectedkeys['\"]?[=:](?=[\\[{(])") },
];
const BEGUN = at("Some(?:weights|layers)(?:ofthemodelcheckpoint|fromthemodelcheckpoint|of([A-Z]\\w{0,79}?)werenot).{0,400}$");
const COMPLETE = [
  { anchor: "Alltheweightsof", head: at(`Alltheweightsof${CLASS}wereinitializedfromthemodelcheckpointat${PATH}\\.(?:Ifyourtask|[A-Z]|$)`) },
];
const FOUND_SHAPE = new RegExp(`-?([\\w.]{1,300}?):foundshape${SHAPE}inthecheckpointand${SHAPE}inthemodelinstantiated`, "y");

function* sentences(text, found) {
  for (const { anchor, form, status, head, order, stopped } of SENTENCES) {
    for (const place of places(text, anchor)) {
      yield;
      const match = matched(head, text, place);
      if (!match) continue;
      const start = place + match[0].length;
      const { keys, cut } = status === "mismatched" ? shapes(text, start) : yield* listed(text, start);
      const names = [match[1] ?? "", match[2] ?? ""];
      if (order === "pc") names.reverse();
      found.push({ place, form, class: names[0] ?? "", from: names[1] ?? "", status, keys, ...(stopped ? { stopped } : {}), cut: cut && (form !== "" || order !== "" || keys.length > 0 || text.startsWith("...", start + 1)) });
    }
  }
  const last = Math.max(text.lastIndexOf("Someweights"), text.lastIndexOf("Somelayers"));
  const begun = last < 0 || found.some((one) => one.place === last) ? null : matched(BEGUN, text, last);
  if (begun) found.push({ place: last, form: "sentence", class: begun[1] ?? "", from: "", status: "missing", keys: [], cut: true });
  for (const { anchor, head } of COMPLETE) {
    for (const place of places(text, anchor)) {
      yield;
      const match = matched(head, text, place);
      if (match) found.push({ place, form: "sentence", class: match[1] ?? "", from: match[2] ?? "", status: "missing", keys: [], complete: true });
    }
  }
}

function shapes(text, start) {
  const keys = [];
  let end = start;
  for (let match = matched(FOUND_SHAPE, text, start); match; match = matched(FOUND_SHAPE, text, FOUND_SHAPE.lastIndex)) {
    keys.push({ key: match[1] ?? "", detail: sizes(match[2], match[3]) });
    end = FOUND_SHAPE.lastIndex;
  }
  return { keys, cut: !keys.length || /[-.]/.test(text[end] ?? "") };
}

// messages_in_tables.js
const CLASSES = /(?:TF|Flax)?(?:DistilBert|XLMRoberta|Camembert|Roberta|MobileBert|ConvBert|Albert|Electra|Bert)(?:For[A-Z]\w*|Model|LMHeadModel)$/;
const TABLE = { anchor: "LOADREPORTfrom:", head: at("LOADREPORTfrom:(.{0,300}?)\\|*Key\\|*Status") };
const EDGE = /Key\|*Status(?:\|*Details)?|\|(?:MISSING|UNEXPECTED|MISMATCH|CONVERSION)/g;
const ROW_DETAIL = new RegExp(`^\\|*Reinitduetosizemismatch-?ckpt:${SHAPE}vsmodel:${SHAPE}`);
const ROW_STATUS = { MISSING: "missing", UNEXPECTED: "unexpected", MISMATCH: "mismatched", CONVERSION: "conversion" };
const ROW_CUT = /\|([A-Z]{1,10})(?:\.\.\.|$)/g;

function startOf(starts, place) {
  let [low, high] = [0, starts.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= place) low = middle;
    else high = middle;
  }
  return starts[low] ?? 0;
}

function* tables(text, starts, found) {
  const heads = [];
  text = text.replaceAll("`", "|");
  const edges = [0];
  for (const match of text.matchAll(EDGE)) {
    edges.push(match.index + match[0].length);
    if (edges.length % 200 === 0) yield;
  }
  for (const place of places(text, TABLE.anchor)) {
    yield;
    const before = text.slice(Math.max(startOf(starts, place), place - 80), place);
    const name = (CLASSES.exec(before) ?? /[A-Za-z_]\w*$/.exec(before))?.[0] ?? "";
    const after = text.indexOf(TABLE.anchor, place + 1);
    const notes = text.indexOf("Notes:-", place);
    const whole = notes > 0 && (after < 0 || notes < after) && !text.slice(notes, notes + 500).includes("-MISSING:");
    heads.push({ place, class: name, from: matched(TABLE.head, text, place)?.[1] ?? "", whole });
  }
  let head = 0;
  if (heads.length) {
    for (const match of text.matchAll(ROW_CUT)) {
      while (head + 1 < heads.length && (heads[head + 1]?.place ?? 0) < match.index) head += 1;
      const owner = heads[head];
      const begun = Object.keys(ROW_STATUS).find((word) => word.startsWith(match[1] ?? ""));
      if (!owner || owner.place > match.index || !begun || match[0] === `|${begun}`) continue;
      found.push({ place: match.index, form: "table", class: owner.class, from: owner.from, status: "missing", keys: [], cut: true });
      yield;
    }
  }
  for (const word of Object.keys(ROW_STATUS)) {
    head = 0;
    for (const place of places(text, `|${word}`)) {
      yield;
      let end = place;
      while (text[end - 1] === "|") end -= 1;
      const start = keyStart(text, end, Math.max(startOf(starts, end - 1), startOf(edges, end - 1)));
      if (start === end) continue;
      while (head + 1 < heads.length && (heads[head + 1]?.place ?? 0) < place) head += 1;
      const owner = (heads[head]?.place ?? Infinity) < place ? heads[head] : undefined;
      const detail = ROW_DETAIL.exec(text.slice(place + word.length + 1, place + word.length + 201));
      found.push({
        place,
        form: "table",
        class: owner?.class ?? "",
        from: owner?.from ?? "",
        status: ROW_STATUS[word] ?? "unsaid",
        ...(owner?.whole ? { whole: true } : {}),
        keys: [{ key: text.slice(start, end), detail: detail ? sizes(detail[1], detail[2]) : "" }],
      });
    }
  }
}

function keyStart(text, end, least) {
  let start = end;
  while (start > least && end - start < LONGEST_KEY && /[\w.{},*]/.test(text[start - 1] ?? "")) start -= 1;
  while (start < end && !/[A-Za-z_]/.test(text[start] ?? "")) start += 1;
  return start;
}

// messages.js
function* messages(text, starts) {
  const found = [];
  yield* sentences(text, found);
  yield* tables(text, starts, found);
  yield* oddments(text, found);
  found.sort((one, other) => one.place - other.place);
  return withClasses(found);
}

function withClasses(found) {
  let error = "";
  let above;
  found.forEach((one, index) => {
    if (one.form === "" && one.class) error = one.class;
    else if (one.form === "" && !one.class) one.class = error;
    if (one.class === "?") {
      const report = one.stopped ? above : found.slice(index + 1, index + 400).find((other) => other.form === "table" && other.class !== "?");
      one.class = report?.class ?? "";
      one.from = report?.from ?? "";
    } else if (one.form === "table") above = one;
  });
  return found.filter((one) => one.keys.length || one.complete || one.cut || one.stopped);
}

function bareKeys(text) {
  const lines = text.slice(0, 20000).replace(/^\s*\* `.*$/gm, "");
  const names = lines.match(/(?<![\w.])[A-Za-z_][\w*]{0,80}(?:\.[\w*]{1,80}){0,20}\.(?:weight|bias|gamma|beta|kernel|\w+_ids)(?![\w.])/g) ?? [];
  const keys = [...new Set(names)].slice(0, 200).map((key) => ({ key, detail: "" }));
  return keys.length ? [{ form: "", class: "", from: "", status: "unsaid", keys }] : [];
}

// keys.js
function catalogue(rules) {
  const names = new Map(rules.families.map(({ name }) => [name, new Map()]));
  for (const row of rules.keys.rows) {
    const known = /** @type {Known} */ (/** @type {unknown} */ (Object.fromEntries(rules.keys.columns.map((column, at) => [column, row[at] ?? ""]))));
    names.get(known.family)?.set(collapsed(known.key), known);
  }
  return { names, bases: new Map(rules.families.map(({ name, prefix }) => [name, prefix.replace(/\.$/, "")])), spelling: rules.spelling };
}

function familyOf(name, known) {
  if (!name || /^(?:TF|Flax)?Auto|^(?:PreTrainedModel|Model)$/.test(name)) return "";
  const bare = name.replace(/^(?:TF|Flax)/, "");
  return [...known.bases.keys()].find((family) => new RegExp(`^${family}(?:For|Model|LMHead|PreTrained|$)`).test(bare)) ?? null;
}

function likeliest(keys, known) {
  let best = "";
  let most = 0;
  for (const [family, base] of known.bases) {
    let hits = 0;
    for (const key of keys.slice(0, 400)) {
      if (meaning(key, family, known)) hits += key.split(".").includes(base) ? 3 : 1;
    }
    if (hits > most) [best, most] = [family, hits];
  }
  return best;
}

function ownerOf(prefix, known) {
  const base = prefix.split(".")[0];
  return [...known.bases].find(([, one]) => one === base)?.[0] ?? "";
}

function headOf(name) {
  if (/For(?:SequenceClassification|TokenClassification|QuestionAnswering|MultipleChoice)$/.test(name)) return "task";
  return /(?:For(?:MaskedLM|PreTraining|NextSentencePrediction)|LMHeadModel)$/.test(name) ? "pre-training" : "";
}

function isInside(key, known) {
  const bases = [...known.bases.values()];
  return key.split(".").slice(0, -2).some((part) => bases.includes(part)) || /^(?:encoder|embeddings|transformer)\./.test(key);
}

function collapsed(key) {
  return key.replace(/\.(?:\d+|\*|N|\{[^}]*\})(?=\.)/g, ".N");
}

function today(key, spelling) {
  const parts = key.split(".");
  const [owner = "", last = ""] = parts.slice(-2);
  const renamed = parts.length > 1 && Object.hasOwn(spelling.renamed, last) && owner.toLowerCase().includes(spelling.renamed_in);
  return renamed ? [...parts.slice(0, -1), spelling.renamed[last]].join(".") : key;
}

function unwrapped(key) {
  const plain = key.replace(/^base_model\.model\./, "").replace(/\.(?:base_layer|modules_to_save\.[^.]+)(?=\.)/g, "");
  return { plain, wrapped: plain !== key, adapter: /\.lora_[A-Za-z_]+\.|\.original_module\./.test(key) };
}

function meaning(key, family, known) {
  const modern = today(key, known.spelling);
  for (const full of [modern, `${known.bases.get(family) ?? ""}.${modern}`]) {
    const found = known.names.get(family)?.get(collapsed(full));
    if (found) return { known: found, canonical: full };
  }
  return null;
}

function understood(key, family, known) {
  const own = meaning(key, family, known);
  if (own) return own;
  const parts = key.split(".");
  for (const [other, base] of known.bases) {
    const theirs = other !== family && known.names.get(other)?.get(collapsed(key));
    if (theirs && (parts[0] === base || theirs.role !== "task head")) {
      const alike = parts[0] === base ? meaning(parts.slice(1).join("."), family, known) : null;
      return { known: theirs, canonical: alike ? alike.canonical : key };
    }
  }
  for (let cut = 1; cut <= 4 && parts.length - cut >= 2; cut += 1) {
    const rest = meaning(parts.slice(cut).join("."), family, known);
    if (rest) return rest.known?.role === "encoder" || rest.known?.role === "pooler" || parts.length - cut > 2 ? rest : { known: null, canonical: rest.canonical };
  }
  return { known: null, canonical: key };
}

function prefixes(file, own) {
  const [one, other] = [file.split("."), own.split(".")];
  while (one.length && other.length && one[one.length - 1] === other[other.length - 1]) {
    one.pop();
    other.pop();
  }
  return [one.map((part) => `${part}.`).join(""), other.map((part) => `${part}.`).join("")];
}

// output_bias.js
const MATRICES = ["MLM head", "decoder weight"];

function factsOfBias(all, meanings, family, known) {
  const absent = all.filter(({ status }) => status !== "unexpected");
  const loaded = !absent.some(({ key }) => MATRICES.includes(meanings.get(key)?.known?.role ?? ""));
  const missing = new Set(absent.filter(({ status }) => status === "missing" || status === "unsaid").map(({ key }) => meanings.get(key)?.canonical));
  const seconds = [...(known.names.get(family)?.values() ?? [])].filter(({ role }) => role === "decoder bias");
  return (own) => {
    const pair = seconds.find((second) => second.alias_of === own?.key || second.key === own?.key);
    const facts = loaded ? ["head loaded"] : [];
    if (pair) facts.push("two names");
    if (pair && missing.has(pair.key) && missing.has(pair.alias_of)) facts.push("both missing");
    return facts;
  };
}

// judge.js
const TIED_ROLES = ["decoder weight", "decoder bias", "output bias"];
const PRETRAINING_ROLES = ["MLM head", "output bias", "decoder weight", "decoder bias", "NSP head", "SOP head", "discriminator head"];
const CUT = "the list is cut off or not readable, and what it hides may matter";
const STOPPED = "what it stopped at is not in this text";

function earlier(one, other) {
  const [a, b] = [one.split(".").map(Number), other.split(".").map(Number)];
  for (let at = 0; at < 3; at += 1) {
    if ((a[at] ?? 0) !== (b[at] ?? 0)) return (a[at] ?? 0) < (b[at] ?? 0);
  }
  return false;
}

function common(one, other) {
  const first = earlier(one[0] ?? "", other[0] ?? "") ? other[0] : one[0];
  const lasts = [one[1] ?? "", other[1] ?? ""].filter(Boolean);
  const last = lasts.length === 2 ? (earlier(lasts[0] ?? "", lasts[1] ?? "") ? lasts[0] : lasts[1]) : (lasts[0] ?? "");
  return last && earlier(last, first ?? "") ? null : [first ?? "", last ?? ""];
}

function choices(rules, role, key, status, facts, era) {
  const found = [];
  for (const rule of rules) {
    if (!rule.roles.includes(role) || !rule.status.includes(status)) continue;
    if (!(rule.if ?? []).every((fact) => facts.has(fact))) continue;
    if (rule.part && !key.split(".").includes(rule.part)) continue;
    if (!rule.versions) return [...found, { rule, versions: [] }];
    const shared = rule.versions.map((one) => common(era, one)).filter((one) => one !== null);
    if (shared.length) found.push({ rule, versions: shared });
    if (shared.some((one) => one.join() === era.join())) break;
  }
  return found;
}

function eraOf(forms, version, rules) {
  let era = ["0", ""];
  for (const form of forms) {
    const range = rules.forms[form];
    if (range?.length) era = common(era, range) ?? era;
  }
  return version && common(era, [version, version]) ? [version, version] : era;
}

function grouped(messages) {
  const groups = new Map();
  for (const one of messages) {
    const name = `${one.form} ${one.class} ${one.form === "first" ? "" : one.from}`;
    const group = groups.get(name);
    if (group) group.push(one);
    else groups.set(name, [one]);
  }
  return [...groups.values()];
}

function* judged(messages, version, rules, known) {
  const named = messages[0]?.class ?? "";
  const keys = new Map();
  for (const one of messages) {
    for (const { key, detail } of one.keys) keys.set(`${one.status} ${key}`, { key, status: one.status, detail });
    yield;
  }
  const all = [...keys.values()];
  const asked = familyOf(named, known);
  const missing = all.filter((one) => one.status !== "unexpected").map((one) => one.key);
  const based = asked === null && all.some((one) => Boolean(ownerOf(unwrapped(one.key).plain, known)));
  const family = asked || (asked === "" || based ? likeliest((missing.length ? missing : all.map((one) => one.key)).map((key) => unwrapped(key).plain), known) : "");
  const stopped = messages.some((one) => one.stopped);
  const refused = stopped && messages.some((one) => one.stopped && one.form === "");
  const meanings = new Map();
  const sides = new Map([["missing", new Map()], ["unexpected", new Map()], ["mismatched", new Map()], ["conversion", new Map()]]);
  for (const [at, { key, status }] of all.entries()) {
    if (at % 25 === 0) yield;
    const { plain, adapter } = unwrapped(key);
    let found = adapter || (asked === null && !based) ? { known: null, canonical: key } : understood(plain, family, known);
    if (based && status !== "unexpected" && TIED_ROLES.includes(found.known?.role ?? "")) found = { known: null, canonical: key };
    meanings.set(key, found);
    sides.get(status)?.set(found.canonical, key);
  }
  const forms = [...new Set(messages.map((one) => one.form))];
  const era = eraOf(forms, version, rules);
  const ofBias = factsOfBias(all, meanings, family, known);
  const half = isHalf([...meanings], all, messages, named, asked);
  const items = [];
  for (const [at, { key, status, detail }] of all.entries()) {
    if (at % 25 === 0) yield;
    const { known: own, canonical } = meanings.get(key);
    const other = sides.get(status === "missing" ? "unexpected" : "missing")?.get(canonical);
    const facts = new Set(ofBias(own));
    let [old, fresh] = ["", ""];
    if (other && other !== key && (status === "missing" || status === "unexpected")) {
      const [file, inClass] = status === "missing" ? [other, key] : [key, other];
      facts.add("renamed");
      if (unwrapped(file).wrapped) facts.add("adapters");
      else [old, fresh] = prefixes(today(file, known.spelling), today(inClass, known.spelling));
      if (!old && !fresh && !facts.has("adapters")) facts.add("respelled");
      if (![family, ""].includes(ownerOf(old, known))) facts.add("other family");
    }
    if (own && family && own.family !== family) facts.add("other family");
    if (own?.alias_of && ["missing", "mismatched", "conversion"].some((one) => sides.get(one)?.has(own.alias_of))) facts.add("source missing");
    if (asked === null) facts.add("strange class");
    if (unwrapped(key).adapter) facts.add("adapters");
    if (refused || (stopped && status === "mismatched")) facts.add("refused");
    if (half) facts.add("half");
    const role = own?.role ?? "unknown";
    const statuses = status === "unsaid" ? /** @type {Status[]} */ (["missing", "unexpected"]) : [status];
    for (const one of statuses) {
      items.push({ key, status: one, detail, known: own, old, new: fresh, choices: choices(rules.rules, role, key, one, facts, era) });
    }
  }
  const buckets = yield* bucketed(items, rules);
  const unsaid = messages.some((one) => one.status === "unsaid");
  return { class: named, from: messages[0]?.from ?? "", forms, versions: era, unsaid, stopped, items, buckets, ...meant(items, rules, messages, known) };
}

function isHalf(meanings, all, messages, named, asked) {
  if (!all.length || messages.some((one) => one.whole || one.complete) || all.some((one) => one.status !== "unexpected")) return false;
  if (asked === null) return true;
  const roles = meanings.map(([, one]) => one.known?.role ?? "");
  const head = headOf(named);
  const task = roles.includes("task head");
  return (head === "task" && (task || roles.some((role) => PRETRAINING_ROLES.includes(role)))) || (head === "pre-training" && task);
}

function* bucketed(items, rules) {
  const buckets = new Map();
  for (const [at, item] of items.entries()) {
    if (at % 25 === 0) yield;
    const answers = item.choices.map((one) => one.rule.name + one.versions.join());
    const name = [item.old || item.new ? "" : item.status, item.old, item.new, ...answers].join(" ");
    const bucket = buckets.get(name) ?? { item, lists: new Map() };
    buckets.set(name, bucket);
    const list = bucket.lists.get(item.status) ?? { count: 0, names: new Map() };
    bucket.lists.set(item.status, list);
    list.count += 1;
    const short = collapsed(item.key);
    const before = list.names.get(short);
    if (before) before.count += 1;
    else list.names.set(short, { item, count: 1 });
  }
  const order = Object.keys(rules.wholes);
  const rank = (/** @type {Bucket} */ one) => order.indexOf(one.item.choices[0]?.rule.whole ?? "unknown");
  return [...buckets.values()].sort((one, other) => rank(one) - rank(other));
}

function meant(items, rules, messages, known) {
  if (messages.some((one) => one.status === "unsaid")) return { whole: "unknown", short: "these are names of keys, without the message that says what happened to them" };
  const stopped = messages.some((one) => one.stopped);
  const cut = messages.some((one) => one.cut);
  const complete = messages.some((one) => one.complete);
  if (!items.length && stopped) return { whole: "error", short: STOPPED };
  if (!items.length && cut) return { whole: "unknown", short: CUT };
  if (!items.length) return { whole: complete ? "fine" : "unknown", short: complete ? "the library says that every weight was loaded" : "" };
  const order = Object.keys(rules.wholes);
  let [whole, short] = ["fine", ""];
  for (const item of items) {
    const wholes = new Set(item.choices.map((one) => one.rule.whole));
    const [one] = item.choices;
    const now = wholes.size === 1 ? [...wholes][0] ?? "unknown" : "unknown";
    if (!short || order.indexOf(now) < order.indexOf(whole)) {
      whole = now;
      short = wholes.size > 1 ? `what \`${collapsed(item.key)}\` means depends on the version, and this message does not tell it` : filled(one?.rule.short ?? "", item, messages[0]?.class ?? "");
    }
  }
  if (stopped) return { whole: "error", short: whole === "error" ? short : STOPPED };
  const strange = whole === "train" && items.find((one) => one.status !== "unexpected" && !one.known && isInside(one.key, known));
  if (strange) return { whole: "unknown", short: `\`${collapsed(strange.key)}\` is new inside the encoder, and this page does not know it` };
  if (cut && order.indexOf(whole) > order.indexOf("unknown")) return { whole: "unknown", short: CUT };
  return { whole, short };
}

function filled(text, item, name) {
  const values = {
    key: collapsed(item.key),
    alias: item.known?.alias_of ?? "",
    family: item.known?.family ?? "",
    class: name || "the class",
    old: item.old,
    new: item.new,
    before: item.old ? `the prefix \`${item.old}\`` : "no prefix",
    after: item.new ? `the prefix \`${item.new}\`` : "no prefix",
  };
  return text.replace(/\{(key|alias|family|class|old|new|before|after)\}/g, (_, place) => values[place] ?? "");
}

function* judge(messages, version, rules) {
  const known = catalogue(rules);
  const groups = [];
  for (const group of grouped(messages)) {
    groups.push(yield* judged(group, version, rules, known));
    yield;
  }
  const order = Object.keys(rules.wholes);
  return groups.sort((one, other) => order.indexOf(one.whole) - order.indexOf(other.whole));
}

// answer.js
const VERSION = /^[ \t>*-]{0,20}`?(?:transformers|pytorch[-_]pretrained[-_]bert)`?(?:[ \t]*==[ \t]*|[ \t]+version:?[ \t]+|[ \t]+|-)v?(\d+\.\d+(?:\.\d+)?)/gim;
const NOTHING = "this names no key: paste the whole message, from “Some weights …” or “LOAD REPORT” on";
const NO_KEY = "this names no key as missing or not used; what it does say is below";

function* answering(text, rules) {
  const { text: words, starts } = yield* squeezed(text);
  const lines = rules.lines.filter((line) => words.includes(line.has.replace(/\s+/g, "")));
  let found = yield* messages(words, starts);
  if (!found.some((one) => one.keys.length || one.complete) && !lines.length) found = [...found, ...bareKeys(text)];
  const named = new Set([...text.matchAll(VERSION)].map((one) => one[1] ?? ""));
  const version = named.size === 1 ? ([...named][0] ?? "") : "";
  const groups = yield* judge(found, version, rules);
  const first = groups[0];
  return {
    empty: !words,
    whole: first?.whole ?? "unknown",
    short: first?.short || (lines.length ? NO_KEY : words ? NOTHING : ""),
    groups,
    lines: lines.map(({ why, claims }) => ({ why, claims })),
  };
}

function answer(text, rules) {
  const steps = answering(text, rules);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

// answer_wording.js
const CALLED = { missing: "missing, so newly initialized", unexpected: "in the file but not used", mismatched: "of another shape, so newly initialized", conversion: "not converted", unsaid: "" };
const CALLED_IN_AN_ERROR = { missing: "missing", unexpected: "in the file but not in the class", mismatched: "of another shape", conversion: "not converted", unsaid: "" };
const IF = { missing: "If it is called missing or newly initialized", unexpected: "If it is called unexpected or not used" };

function eraWords(group) {
  const [first, last] = group.versions;
  if (first === "0" && !last) return group.items.length ? "The text does not say which version wrote it, so each answer names its versions." : "";
  if (first === last) return `The text names transformers ${first}, so we read it as a message of that version.`;
  if (!last) return `It looks like a message of transformers ${first} or later, so we read it as one.`;
  if (earlier(first ?? "", "2")) return `It looks like a message of pytorch-pretrained-bert ${first} to transformers ${last}, so we read it as one.`;
  return `It looks like a message of transformers ${first} to ${last}, so we read it as one.`;
}

function rangeWords([first, last]) {
  if (first === last) return `transformers ${first}`;
  if (earlier(first ?? "", "2")) return `all versions up to transformers ${last}`;
  return last ? `transformers ${first} to ${last}` : `transformers ${first} and later`;
}

function whenWords(choice, choices) {
  if (choices < 2) return "";
  return choice.versions.length ? `In ${choice.versions.map(rangeWords).join(", ")}: ` : "In all other versions: ";
}

function statusWords(status, count, { unsaid, stopped }) {
  if (unsaid) return IF[/** @type {"missing"} */ (status)];
  return `${count.toLocaleString("en")} ${count === 1 ? "key" : "keys"} ${(stopped ? CALLED_IN_AN_ERROR : CALLED)[status]}`;
}

function nameWords({ known, detail }, count, rules) {
  const words = [];
  if (count > 1) words.push(`${count} layers`);
  if (known) words.push(known.role === "task head" ? known.module : `${known.module}, ${known.shape} in ${rules.families.find(({ name }) => name === known.family)?.published}`);
  if (known?.alias_of) words.push(`alias of ${known.alias_of}`);
  if (detail) words.push(detail);
  return words.join("; ");
}

function titled(text, rules) {
  return text.replace(/\b[A-Z]\w+(?='s)/g, (name) => rules.families.find((family) => family.name === name)?.title ?? name);
}

function reason(short, rules) {
  return short ? titled(`${short[0]?.toUpperCase()}${short.slice(1)}.`, rules) : "";
}

// view.js
const MOST_GROUPS = 20;
const MOST_BUCKETS = 30;
const MOST_KEYS = 60;

function made(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

function prose(text) {
  return text.split("`").map((part, at) => (at % 2 ? made("code", {}, part) : part));
}

function summary(answer, rules, link) {
  if (answer.empty) return [];
  const [group] = answer.groups;
  const about = answer.groups.length > 1 && group?.class ? ` (${group.class})` : "";
  return [
    made(
      "p",
      { class: `paste-whole paste-${answer.whole}`, "data-whole": answer.whole },
      made("strong", {}, `${rules.wholes[answer.whole]}${about}.`),
      " ",
      ...prose(reason(answer.short, rules)),
    ),
    ...(rules.more ? [made("p", { class: "paste-more" }, made("a", { href: `${link(rules.more.page)}#${rules.more.place}` }, rules.more.words))] : []),
  ];
}

function details(answer, rules, link, level) {
  const parts = answer.groups.slice(0, MOST_GROUPS).flatMap((group) => section(group, answer.groups.length, rules, link, level));
  if (answer.groups.length > MOST_GROUPS) parts.push(made("p", {}, `And ${answer.groups.length - MOST_GROUPS} more classes.`));
  for (const { why, claims } of answer.lines) {
    parts.push(made("div", { class: "paste-rule" }, made("p", {}, ...prose(why)), proofs(claims, rules, link)));
  }
  return parts;
}

function section(group, groups, rules, link, level) {
  const parts = [];
  const era = eraWords(group);
  const name = group.class || "The keys";
  parts.push(made(`h${level}`, { class: "paste-head" }, name, ...(group.from ? [" from ", made("code", {}, group.from.slice(0, 80))] : [])));
  if (era) parts.push(made("p", { class: "paste-era" }, era));
  if (groups > 1 && group.short) {
    parts.push(made("p", { class: `paste-part paste-${group.whole}` }, made("strong", {}, `${rules.wholes[group.whole]}.`), " ", ...prose(titled(`${group.short}.`, rules))));
  }
  const { buckets } = group;
  for (const bucket of buckets.slice(0, MOST_BUCKETS)) parts.push(rule(bucket, group, rules, link));
  if (buckets.length > MOST_BUCKETS) parts.push(made("p", {}, `And ${buckets.length - MOST_BUCKETS} more kinds.`));
  return parts;
}

function rule({ item, lists }, group, rules, link) {
  const answers = item.choices.map((one) => one.rule.answer);
  const box = made("div", { class: `paste-rule paste-answer-${answers[0] ?? "unknown"}`, "data-answer": answers.join(" ") });
  for (const [status, { count, names }] of lists) {
    box.append(made("p", { class: "paste-status" }, statusWords(status, count, group)), keyList(names, rules));
  }
  for (const choice of item.choices) box.append(...choiceParts(choice, item, group, rules, link));
  return box;
}

function choiceParts(choice, item, group, rules, link) {
  const parts = [];
  const { rule } = choice;
  parts.push(made("p", { class: "paste-label" }, whenWords(choice, item.choices.length), made("strong", {}, rules.answers[rule.answer] ?? rule.answer)));
  parts.push(made("p", {}, ...prose(titled(filled(rule.why, item, group.class), rules))));
  parts.push(made("p", {}, made("em", {}, "What to do: "), ...prose(filled(rule.do, item, group.class))));
  if (rule.code) parts.push(code(filled(rule.code, item, group.class || "AutoModel")));
  parts.push(proofs(rule.claims, rules, link));
  return parts;
}

function keyList(names, rules) {
  const rows = [...names].slice(0, MOST_KEYS).map(([name, { item, count }]) => {
    const own = count === 1 ? item.key : name;
    const about = nameWords(item, count, rules);
    const link = made("a", { href: `#key=${encodeURIComponent(own.isWellFormed?.() === false ? "" : own)}`, target: "_blank", title: "This key alone, in a new tab" }, made("code", {}, own));
    return made("li", {}, link, ...(about ? [made("span", {}, ` ${about}`)] : []));
  });
  const shown = made("ul", { class: "paste-keys" }, ...rows.slice(0, rows.length > 6 ? 3 : 6));
  if (rows.length <= 6) return shown;
  const more = made("details", {}, made("summary", {}, `${(names.size - 3).toLocaleString("en")} more names`), made("ul", { class: "paste-keys" }, ...rows.slice(3)));
  if (names.size > MOST_KEYS) more.append(made("p", {}, `And ${(names.size - MOST_KEYS).toLocaleString("en")} more.`));
  return made("div", {}, shown, more);
}

function code(text) {
  const button = made("button", { type: "button", class: "md-button paste-copy" }, "Copy");
  button.addEventListener("click", () => {
    const done = () => {
      button.textContent = "Copied";
      setTimeout(() => (button.textContent = "Copy"), 2000);
    };
    navigator.clipboard?.writeText(text).then(done, () => {});
  });
  return made("div", { class: "paste-code" }, made("pre", { tabindex: "0" }, text.trimEnd()), button);
}

function proofs(claims, rules, link) {
  const items = claims.map((key) => {
    const claim = rules.claims[key];
    if (!claim) return made("li", {}, key);
    return made("li", {}, made("a", { href: link(`${claim.page}/`) }, ...prose(claim.claim)), ...(claim.span ? [` ${claim.span}`] : []));
  });
  return made("details", { class: "paste-proofs" }, made("summary", {}, claims.length === 1 ? "The proof" : `The ${claims.length} proofs`), made("ul", {}, ...items));
}

// page.js
const rules = RULES;
const SLICE = 8; // milliseconds of work between two frames
const WAIT = 150; // milliseconds without a key press before an answer
const MOST_SHOWN = 10000; // a longer paste is read whole, and shown in part: a text field of a megabyte is slow

function link(page) {
  const logo = /** @type {HTMLAnchorElement | null} */ (document.querySelector("a.md-logo"));
  const root = new URL(logo?.getAttribute("href") ?? ".", document.baseURI);
  if (!root.pathname.endsWith("/")) root.pathname = root.pathname.endsWith(".html") ? root.pathname.replace(/[^/]*$/, "") : `${root.pathname}/`;
  const target = new URL(page, root);
  if (target.protocol === "file:") target.pathname += "index.html";
  return target.href;
}

function start(box) {
  const field = /** @type {HTMLTextAreaElement} */ (box.querySelector("textarea"));
  const whole = /** @type {HTMLElement} */ (box.querySelector(".paste-summary"));
  const parts = /** @type {HTMLElement} */ (box.querySelector(".paste-details"));
  const note = /** @type {HTMLElement} */ (box.querySelector(".paste-note"));
  const examples = /** @type {HTMLElement} */ (box.querySelector(".paste-examples"));
  const first = /** @type {HTMLElement | null} */ (box.querySelector(".paste-first"));
  const above = [...document.querySelectorAll("article :is(h1, h2, h3)")].filter((one) => one.compareDocumentPosition(box) & Node.DOCUMENT_POSITION_FOLLOWING);
  const level = Number(above.at(-1)?.tagName[1] ?? 1) + 1;
  let run = 0;
  let timer = 0;
  let pasted = false;
  let own = ""; // what the reader put there: “back” from an example brings it back
  let linked = false;

  async function show(text, look) {
    run += 1;
    const mine = run;
    const steps = answering(text, rules);
    let since = performance.now();
    let step = steps.next();
    while (!step.done) {
      if (performance.now() - since > SLICE) {
        await new Promise((resume) => setTimeout(resume));
        if (mine !== run) return;
        since = performance.now();
      }
      step = steps.next();
    }
    whole.replaceChildren(...summary(step.value, rules, link));
    parts.replaceChildren(...details(step.value, rules, link, level));
    box.classList.toggle("paste-answered", !step.value.empty);
    first?.toggleAttribute("hidden", !step.value.empty);
    if (look) whole.scrollIntoView({ block: "nearest" });
  }

  function put(text, look) {
    const cut = text.length > MOST_SHOWN;
    field.value = cut ? text.slice(0, MOST_SHOWN) : text;
    note.textContent = cut ? `All ${text.length.toLocaleString("en")} characters were read. The field shows the first ${MOST_SHOWN.toLocaleString("en")}.` : "";
    clearTimeout(timer);
    void show(text, look);
  }

  field.addEventListener("input", () => {
    note.textContent = "";
    clearTimeout(timer);
    own = field.value;
    const look = pasted;
    pasted = false;
    if (look) void show(field.value, true);
    else timer = window.setTimeout(() => void show(field.value, false), WAIT);
  });
  field.addEventListener("paste", (event) => {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    pasted = true;
    if (text.length > MOST_SHOWN) {
      event.preventDefault();
      own = text;
      put(text, true);
    }
  });
  field.addEventListener("drop", (event) => {
    const text = event.dataTransfer?.getData("text/plain") ?? "";
    if (text.length > MOST_SHOWN) {
      event.preventDefault();
      own = text;
      put(text, true);
    }
  });
  box.querySelector(".paste-clear")?.addEventListener("click", () => {
    own = "";
    put("", false);
    field.focus();
  });
  for (const one of rules.examples) {
    const item = made("a", { href: `#example=${one.name}` }, one.title);
    examples.append(made("li", {}, item));
  }

  function follow() {
    const [name, value] = location.hash.slice(1).split(/=(.*)/s);
    if (!location.hash && linked) put(own, (linked = false));
    if (name !== "key" && name !== "example") return;
    let asked = value ?? "";
    try {
      asked = decodeURIComponent(asked);
    } catch {
    }
    const text = name === "key" ? asked : (rules.examples.find((one) => one.name === asked)?.text ?? "");
    if (!text) return;
    linked = true;
    put(text, false);
    box.scrollIntoView({ block: "start" });
  }
  window.addEventListener("hashchange", follow);
  box.querySelector(".paste-without")?.setAttribute("hidden", "");
  for (const part of box.querySelectorAll(".paste-live")) part.removeAttribute("hidden");
  if (field.value) put(field.value, false);
  follow();
}

const box = document.getElementById("paste-report");
if (box) start(box);
Object.assign(window, { pasteReport: { answer: (/** @type {string} */ text) => answer(text, rules), rules } });
})();
