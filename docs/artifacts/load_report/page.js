(() => {
"use strict";
const RULES = {"families":[{"name":"Bert","title":"BERT","prefix":"bert.","published":"bert-base-uncased","classes":["Model","ForMaskedLM","ForPreTraining","LMHeadModel","ForNextSentencePrediction","ForSequenceClassification","ForTokenClassification","ForQuestionAnswering","ForMultipleChoice"]},{"name":"Roberta","title":"RoBERTa","prefix":"roberta.","published":"roberta-base","classes":["Model","ForMaskedLM","ForCausalLM","ForSequenceClassification","ForTokenClassification","ForQuestionAnswering","ForMultipleChoice"]},{"name":"DistilBert","title":"DistilBERT","prefix":"distilbert.","published":"distilbert-base-uncased","classes":["Model","ForMaskedLM","ForSequenceClassification","ForTokenClassification","ForQuestionAnswering","ForMultipleChoice"]},{"name":"Albert","title":"ALBERT","prefix":"albert.","published":"albert-base-v2","classes":["Model","ForMaskedLM","ForPreTraining","ForSequenceClassification","ForTokenClassification","ForQuestionAnswering","ForMultipleChoice"]},{"name":"Electra","title":"ELECTRA","prefix":"electra.","published":"electra-base","classes":["Model","ForMaskedLM","ForPreTraining","ForCausalLM","ForSequenceClassification","ForTokenClassification","ForQuestionAnswering","ForMultipleChoice"]},{"name":"Deberta","title":"DeBERTa","prefix":"deberta.","published":"","classes":["Model","ForMaskedLM","ForSequenceClassification","ForTokenClassification","ForQuestionAnswering"]},{"name":"DebertaV2","title":"DeBERTa-v2","prefix":"deberta.","published":"","classes":["Model","ForMaskedLM","ForSequenceClassification","ForTokenClassification","ForQuestionAnswering","ForMultipleChoice"]},{"name":"MPNet","title":"MPNet","prefix":"mpnet.","published":"","classes":["Model","ForMaskedLM","ForSequenceClassification","ForTokenClassification","ForQuestionAnswering","ForMultipleChoice"]},{"name":"ModernBert","title":"ModernBERT","prefix":"model.","published":"","classes":["Model","ForMaskedLM","ForSequenceClassification","ForTokenClassification","ForQuestionAnswering","ForMultipleChoice"]},{"name":"GPT2","title":"GPT-2","prefix":"transformer.","published":"","classes":["Model","LMHeadModel","ForSequenceClassification","ForTokenClassification","ForQuestionAnswering"]},{"name":"T5","title":"T5","prefix":"transformer.","published":"","classes":["Model","ForConditionalGeneration","ForSequenceClassification","ForQuestionAnswering"]},{"name":"Bart","title":"BART","prefix":"model.","published":"","classes":["Model","ForConditionalGeneration","ForSequenceClassification","ForQuestionAnswering"]},{"name":"Longformer","title":"Longformer","prefix":"longformer.","published":"","classes":["Model","ForMaskedLM","ForSequenceClassification","ForTokenClassification","ForQuestionAnswering","ForMultipleChoice"]},{"name":"LayoutLM","title":"LayoutLM","prefix":"layoutlm.","published":"","classes":["Model","ForMaskedLM","ForSequenceClassification","ForTokenClassification","ForQuestionAnswering"]},{"name":"ViT","title":"ViT","prefix":"vit.","published":"","classes":["Model","ForImageClassification"]}],"same_names":[{"name":"XLMRoberta","as":"Roberta","classes":["Model","ForMaskedLM","ForCausalLM","ForSequenceClassification","ForTokenClassification","ForQuestionAnswering","ForMultipleChoice"]},{"name":"Camembert","as":"Roberta","classes":["Model","ForMaskedLM","ForCausalLM","ForSequenceClassification","ForTokenClassification","ForQuestionAnswering","ForMultipleChoice"]}],"spelling":{"renamed":{"gamma":"weight","beta":"bias"},"renamed_in":"norm"},"keys":{"columns":["family","key","role","module","shape","alias_of"],"rows":[["Bert","bert.embeddings.word_embeddings.weight","encoder","Embedding","(30522, 768)",""],["Bert","bert.embeddings.position_embeddings.weight","encoder","Embedding","(512, 768)",""],["Bert","bert.embeddings.token_type_embeddings.weight","encoder","Embedding","(2, 768)",""],["Bert","bert.embeddings.LayerNorm.weight","encoder","LayerNorm","(768,)",""],["Bert","bert.embeddings.LayerNorm.bias","encoder","LayerNorm","(768,)",""],["Bert","bert.encoder.layer.N.attention.self.query.weight","encoder","Linear","(768, 768)",""],["Bert","bert.encoder.layer.N.attention.self.query.bias","encoder","Linear","(768,)",""],["Bert","bert.encoder.layer.N.attention.self.key.weight","encoder","Linear","(768, 768)",""],["Bert","bert.encoder.layer.N.attention.self.key.bias","encoder","Linear","(768,)",""],["Bert","bert.encoder.layer.N.attention.self.value.weight","encoder","Linear","(768, 768)",""],["Bert","bert.encoder.layer.N.attention.self.value.bias","encoder","Linear","(768,)",""],["Bert","bert.encoder.layer.N.attention.output.dense.weight","encoder","Linear","(768, 768)",""],["Bert","bert.encoder.layer.N.attention.output.dense.bias","encoder","Linear","(768,)",""],["Bert","bert.encoder.layer.N.attention.output.LayerNorm.weight","encoder","LayerNorm","(768,)",""],["Bert","bert.encoder.layer.N.attention.output.LayerNorm.bias","encoder","LayerNorm","(768,)",""],["Bert","bert.encoder.layer.N.intermediate.dense.weight","encoder","Linear","(3072, 768)",""],["Bert","bert.encoder.layer.N.intermediate.dense.bias","encoder","Linear","(3072,)",""],["Bert","bert.encoder.layer.N.output.dense.weight","encoder","Linear","(768, 3072)",""],["Bert","bert.encoder.layer.N.output.dense.bias","encoder","Linear","(768,)",""],["Bert","bert.encoder.layer.N.output.LayerNorm.weight","encoder","LayerNorm","(768,)",""],["Bert","bert.encoder.layer.N.output.LayerNorm.bias","encoder","LayerNorm","(768,)",""],["Bert","bert.pooler.dense.weight","pooler","Linear","(768, 768)",""],["Bert","bert.pooler.dense.bias","pooler","Linear","(768,)",""],["Bert","bert.embeddings.position_ids","buffer","BertEmbeddings","(1, 512)",""],["Bert","bert.embeddings.token_type_ids","buffer","BertEmbeddings","(1, 512)",""],["Bert","cls.predictions.bias","output bias","BertLMPredictionHead","(30522,)",""],["Bert","cls.predictions.transform.dense.weight","MLM head","Linear","(768, 768)",""],["Bert","cls.predictions.transform.dense.bias","MLM head","Linear","(768,)",""],["Bert","cls.predictions.transform.LayerNorm.weight","MLM head","LayerNorm","(768,)",""],["Bert","cls.predictions.transform.LayerNorm.bias","MLM head","LayerNorm","(768,)",""],["Bert","cls.predictions.decoder.weight","decoder weight","Linear","(30522, 768)","bert.embeddings.word_embeddings.weight"],["Bert","cls.predictions.decoder.bias","decoder bias","Linear","(30522,)","cls.predictions.bias"],["Bert","cls.seq_relationship.weight","NSP head","Linear","(2, 768)",""],["Bert","cls.seq_relationship.bias","NSP head","Linear","(2,)",""],["Bert","classifier.weight","task head","Linear","(2, 768)",""],["Bert","classifier.bias","task head","Linear","(2,)",""],["Bert","qa_outputs.weight","task head","Linear","(2, 768)",""],["Bert","qa_outputs.bias","task head","Linear","(2,)",""],["Roberta","roberta.embeddings.word_embeddings.weight","encoder","Embedding","(50265, 768)",""],["Roberta","roberta.embeddings.token_type_embeddings.weight","encoder","Embedding","(1, 768)",""],["Roberta","roberta.embeddings.LayerNorm.weight","encoder","LayerNorm","(768,)",""],["Roberta","roberta.embeddings.LayerNorm.bias","encoder","LayerNorm","(768,)",""],["Roberta","roberta.embeddings.position_embeddings.weight","encoder","Embedding","(514, 768)",""],["Roberta","roberta.encoder.layer.N.attention.self.query.weight","encoder","Linear","(768, 768)",""],["Roberta","roberta.encoder.layer.N.attention.self.query.bias","encoder","Linear","(768,)",""],["Roberta","roberta.encoder.layer.N.attention.self.key.weight","encoder","Linear","(768, 768)",""],["Roberta","roberta.encoder.layer.N.attention.self.key.bias","encoder","Linear","(768,)",""],["Roberta","roberta.encoder.layer.N.attention.self.value.weight","encoder","Linear","(768, 768)",""],["Roberta","roberta.encoder.layer.N.attention.self.value.bias","encoder","Linear","(768,)",""],["Roberta","roberta.encoder.layer.N.attention.output.dense.weight","encoder","Linear","(768, 768)",""],["Roberta","roberta.encoder.layer.N.attention.output.dense.bias","encoder","Linear","(768,)",""],["Roberta","roberta.encoder.layer.N.attention.output.LayerNorm.weight","encoder","LayerNorm","(768,)",""],["Roberta","roberta.encoder.layer.N.attention.output.LayerNorm.bias","encoder","LayerNorm","(768,)",""],["Roberta","roberta.encoder.layer.N.intermediate.dense.weight","encoder","Linear","(3072, 768)",""],["Roberta","roberta.encoder.layer.N.intermediate.dense.bias","encoder","Linear","(3072,)",""],["Roberta","roberta.encoder.layer.N.output.dense.weight","encoder","Linear","(768, 3072)",""],["Roberta","roberta.encoder.layer.N.output.dense.bias","encoder","Linear","(768,)",""],["Roberta","roberta.encoder.layer.N.output.LayerNorm.weight","encoder","LayerNorm","(768,)",""],["Roberta","roberta.encoder.layer.N.output.LayerNorm.bias","encoder","LayerNorm","(768,)",""],["Roberta","roberta.pooler.dense.weight","pooler","Linear","(768, 768)",""],["Roberta","roberta.pooler.dense.bias","pooler","Linear","(768,)",""],["Roberta","roberta.embeddings.position_ids","buffer","RobertaEmbeddings","(1, 514)",""],["Roberta","roberta.embeddings.token_type_ids","buffer","RobertaEmbeddings","(1, 514)",""],["Roberta","lm_head.bias","output bias","RobertaLMHead","(50265,)",""],["Roberta","lm_head.dense.weight","MLM head","Linear","(768, 768)",""],["Roberta","lm_head.dense.bias","MLM head","Linear","(768,)",""],["Roberta","lm_head.layer_norm.weight","MLM head","LayerNorm","(768,)",""],["Roberta","lm_head.layer_norm.bias","MLM head","LayerNorm","(768,)",""],["Roberta","lm_head.decoder.weight","decoder weight","Linear","(50265, 768)","roberta.embeddings.word_embeddings.weight"],["Roberta","lm_head.decoder.bias","decoder bias","Linear","(50265,)","lm_head.bias"],["Roberta","classifier.dense.weight","task head","Linear","(768, 768)",""],["Roberta","classifier.dense.bias","task head","Linear","(768,)",""],["Roberta","classifier.out_proj.weight","task head","Linear","(2, 768)",""],["Roberta","classifier.out_proj.bias","task head","Linear","(2,)",""],["Roberta","classifier.weight","task head","Linear","(2, 768)",""],["Roberta","classifier.bias","task head","Linear","(2,)",""],["Roberta","qa_outputs.weight","task head","Linear","(2, 768)",""],["Roberta","qa_outputs.bias","task head","Linear","(2,)",""],["DistilBert","distilbert.embeddings.word_embeddings.weight","encoder","Embedding","(30522, 768)",""],["DistilBert","distilbert.embeddings.position_embeddings.weight","encoder","Embedding","(512, 768)",""],["DistilBert","distilbert.embeddings.LayerNorm.weight","encoder","LayerNorm","(768,)",""],["DistilBert","distilbert.embeddings.LayerNorm.bias","encoder","LayerNorm","(768,)",""],["DistilBert","distilbert.transformer.layer.N.attention.q_lin.weight","encoder","Linear","(768, 768)",""],["DistilBert","distilbert.transformer.layer.N.attention.q_lin.bias","encoder","Linear","(768,)",""],["DistilBert","distilbert.transformer.layer.N.attention.k_lin.weight","encoder","Linear","(768, 768)",""],["DistilBert","distilbert.transformer.layer.N.attention.k_lin.bias","encoder","Linear","(768,)",""],["DistilBert","distilbert.transformer.layer.N.attention.v_lin.weight","encoder","Linear","(768, 768)",""],["DistilBert","distilbert.transformer.layer.N.attention.v_lin.bias","encoder","Linear","(768,)",""],["DistilBert","distilbert.transformer.layer.N.attention.out_lin.weight","encoder","Linear","(768, 768)",""],["DistilBert","distilbert.transformer.layer.N.attention.out_lin.bias","encoder","Linear","(768,)",""],["DistilBert","distilbert.transformer.layer.N.sa_layer_norm.weight","encoder","LayerNorm","(768,)",""],["DistilBert","distilbert.transformer.layer.N.sa_layer_norm.bias","encoder","LayerNorm","(768,)",""],["DistilBert","distilbert.transformer.layer.N.ffn.lin1.weight","encoder","Linear","(3072, 768)",""],["DistilBert","distilbert.transformer.layer.N.ffn.lin1.bias","encoder","Linear","(3072,)",""],["DistilBert","distilbert.transformer.layer.N.ffn.lin2.weight","encoder","Linear","(768, 3072)",""],["DistilBert","distilbert.transformer.layer.N.ffn.lin2.bias","encoder","Linear","(768,)",""],["DistilBert","distilbert.transformer.layer.N.output_layer_norm.weight","encoder","LayerNorm","(768,)",""],["DistilBert","distilbert.transformer.layer.N.output_layer_norm.bias","encoder","LayerNorm","(768,)",""],["DistilBert","distilbert.embeddings.position_ids","buffer","Embeddings","(1, 512)",""],["DistilBert","vocab_transform.weight","MLM head","Linear","(768, 768)",""],["DistilBert","vocab_transform.bias","MLM head","Linear","(768,)",""],["DistilBert","vocab_layer_norm.weight","MLM head","LayerNorm","(768,)",""],["DistilBert","vocab_layer_norm.bias","MLM head","LayerNorm","(768,)",""],["DistilBert","vocab_projector.weight","decoder weight","Linear","(30522, 768)","distilbert.embeddings.word_embeddings.weight"],["DistilBert","vocab_projector.bias","output bias","Linear","(30522,)",""],["DistilBert","pre_classifier.weight","task head","Linear","(768, 768)",""],["DistilBert","pre_classifier.bias","task head","Linear","(768,)",""],["DistilBert","classifier.weight","task head","Linear","(2, 768)",""],["DistilBert","classifier.bias","task head","Linear","(2,)",""],["DistilBert","qa_outputs.weight","task head","Linear","(2, 768)",""],["DistilBert","qa_outputs.bias","task head","Linear","(2,)",""],["Albert","albert.embeddings.word_embeddings.weight","encoder","Embedding","(30000, 128)",""],["Albert","albert.embeddings.position_embeddings.weight","encoder","Embedding","(512, 128)",""],["Albert","albert.embeddings.token_type_embeddings.weight","encoder","Embedding","(2, 128)",""],["Albert","albert.embeddings.LayerNorm.weight","encoder","LayerNorm","(128,)",""],["Albert","albert.embeddings.LayerNorm.bias","encoder","LayerNorm","(128,)",""],["Albert","albert.encoder.embedding_hidden_mapping_in.weight","encoder","Linear","(768, 128)",""],["Albert","albert.encoder.embedding_hidden_mapping_in.bias","encoder","Linear","(768,)",""],["Albert","albert.encoder.albert_layer_groups.N.albert_layers.0.full_layer_layer_norm.weight","encoder","LayerNorm","(768,)",""],["Albert","albert.encoder.albert_layer_groups.N.albert_layers.0.full_layer_layer_norm.bias","encoder","LayerNorm","(768,)",""],["Albert","albert.encoder.albert_layer_groups.N.albert_layers.0.attention.query.weight","encoder","Linear","(768, 768)",""],["Albert","albert.encoder.albert_layer_groups.N.albert_layers.0.attention.query.bias","encoder","Linear","(768,)",""],["Albert","albert.encoder.albert_layer_groups.N.albert_layers.0.attention.key.weight","encoder","Linear","(768, 768)",""],["Albert","albert.encoder.albert_layer_groups.N.albert_layers.0.attention.key.bias","encoder","Linear","(768,)",""],["Albert","albert.encoder.albert_layer_groups.N.albert_layers.0.attention.value.weight","encoder","Linear","(768, 768)",""],["Albert","albert.encoder.albert_layer_groups.N.albert_layers.0.attention.value.bias","encoder","Linear","(768,)",""],["Albert","albert.encoder.albert_layer_groups.N.albert_layers.0.attention.dense.weight","encoder","Linear","(768, 768)",""],["Albert","albert.encoder.albert_layer_groups.N.albert_layers.0.attention.dense.bias","encoder","Linear","(768,)",""],["Albert","albert.encoder.albert_layer_groups.N.albert_layers.0.attention.LayerNorm.weight","encoder","LayerNorm","(768,)",""],["Albert","albert.encoder.albert_layer_groups.N.albert_layers.0.attention.LayerNorm.bias","encoder","LayerNorm","(768,)",""],["Albert","albert.encoder.albert_layer_groups.N.albert_layers.0.ffn.weight","encoder","Linear","(3072, 768)",""],["Albert","albert.encoder.albert_layer_groups.N.albert_layers.0.ffn.bias","encoder","Linear","(3072,)",""],["Albert","albert.encoder.albert_layer_groups.N.albert_layers.0.ffn_output.weight","encoder","Linear","(768, 3072)",""],["Albert","albert.encoder.albert_layer_groups.N.albert_layers.0.ffn_output.bias","encoder","Linear","(768,)",""],["Albert","albert.pooler.weight","pooler","Linear","(768, 768)",""],["Albert","albert.pooler.bias","pooler","Linear","(768,)",""],["Albert","albert.embeddings.position_ids","buffer","AlbertEmbeddings","(1, 512)",""],["Albert","albert.embeddings.token_type_ids","buffer","AlbertEmbeddings","(1, 512)",""],["Albert","predictions.bias","output bias","AlbertMLMHead","(30000,)",""],["Albert","predictions.LayerNorm.weight","MLM head","LayerNorm","(128,)",""],["Albert","predictions.LayerNorm.bias","MLM head","LayerNorm","(128,)",""],["Albert","predictions.dense.weight","MLM head","Linear","(128, 768)",""],["Albert","predictions.dense.bias","MLM head","Linear","(128,)",""],["Albert","predictions.decoder.weight","decoder weight","Linear","(30000, 128)","albert.embeddings.word_embeddings.weight"],["Albert","predictions.decoder.bias","decoder bias","Linear","(30000,)","predictions.bias"],["Albert","sop_classifier.classifier.weight","SOP head","Linear","(2, 768)",""],["Albert","sop_classifier.classifier.bias","SOP head","Linear","(2,)",""],["Albert","classifier.weight","task head","Linear","(2, 768)",""],["Albert","classifier.bias","task head","Linear","(2,)",""],["Albert","qa_outputs.weight","task head","Linear","(2, 768)",""],["Albert","qa_outputs.bias","task head","Linear","(2,)",""],["Electra","electra.embeddings.word_embeddings.weight","encoder","Embedding","(30522, 768)",""],["Electra","electra.embeddings.position_embeddings.weight","encoder","Embedding","(512, 768)",""],["Electra","electra.embeddings.token_type_embeddings.weight","encoder","Embedding","(2, 768)",""],["Electra","electra.embeddings.LayerNorm.weight","encoder","LayerNorm","(768,)",""],["Electra","electra.embeddings.LayerNorm.bias","encoder","LayerNorm","(768,)",""],["Electra","electra.embeddings_project.weight","encoder","Linear","(256, 768)",""],["Electra","electra.embeddings_project.bias","encoder","Linear","(256,)",""],["Electra","electra.encoder.layer.N.attention.self.query.weight","encoder","Linear","(768, 768)",""],["Electra","electra.encoder.layer.N.attention.self.query.bias","encoder","Linear","(768,)",""],["Electra","electra.encoder.layer.N.attention.self.key.weight","encoder","Linear","(768, 768)",""],["Electra","electra.encoder.layer.N.attention.self.key.bias","encoder","Linear","(768,)",""],["Electra","electra.encoder.layer.N.attention.self.value.weight","encoder","Linear","(768, 768)",""],["Electra","electra.encoder.layer.N.attention.self.value.bias","encoder","Linear","(768,)",""],["Electra","electra.encoder.layer.N.attention.output.dense.weight","encoder","Linear","(768, 768)",""],["Electra","electra.encoder.layer.N.attention.output.dense.bias","encoder","Linear","(768,)",""],["Electra","electra.encoder.layer.N.attention.output.LayerNorm.weight","encoder","LayerNorm","(768,)",""],["Electra","electra.encoder.layer.N.attention.output.LayerNorm.bias","encoder","LayerNorm","(768,)",""],["Electra","electra.encoder.layer.N.intermediate.dense.weight","encoder","Linear","(3072, 768)",""],["Electra","electra.encoder.layer.N.intermediate.dense.bias","encoder","Linear","(3072,)",""],["Electra","electra.encoder.layer.N.output.dense.weight","encoder","Linear","(768, 3072)",""],["Electra","electra.encoder.layer.N.output.dense.bias","encoder","Linear","(768,)",""],["Electra","electra.encoder.layer.N.output.LayerNorm.weight","encoder","LayerNorm","(768,)",""],["Electra","electra.encoder.layer.N.output.LayerNorm.bias","encoder","LayerNorm","(768,)",""],["Electra","electra.embeddings.position_ids","buffer","ElectraEmbeddings","(1, 512)",""],["Electra","electra.embeddings.token_type_ids","buffer","ElectraEmbeddings","(1, 512)",""],["Electra","generator_predictions.LayerNorm.weight","MLM head","LayerNorm","(768,)",""],["Electra","generator_predictions.LayerNorm.bias","MLM head","LayerNorm","(768,)",""],["Electra","generator_predictions.dense.weight","MLM head","Linear","(768, 256)",""],["Electra","generator_predictions.dense.bias","MLM head","Linear","(768,)",""],["Electra","generator_lm_head.weight","decoder weight","Linear","(30522, 768)","electra.embeddings.word_embeddings.weight"],["Electra","generator_lm_head.bias","output bias","Linear","(30522,)",""],["Electra","discriminator_predictions.dense.weight","discriminator head","Linear","(768, 768)",""],["Electra","discriminator_predictions.dense.bias","discriminator head","Linear","(768,)",""],["Electra","discriminator_predictions.dense_prediction.weight","discriminator head","Linear","(1, 768)",""],["Electra","discriminator_predictions.dense_prediction.bias","discriminator head","Linear","(1,)",""],["Electra","classifier.dense.weight","task head","Linear","(768, 768)",""],["Electra","classifier.dense.bias","task head","Linear","(768,)",""],["Electra","classifier.out_proj.weight","task head","Linear","(2, 768)",""],["Electra","classifier.out_proj.bias","task head","Linear","(2,)",""],["Electra","classifier.weight","task head","Linear","(2, 768)",""],["Electra","classifier.bias","task head","Linear","(2,)",""],["Electra","qa_outputs.weight","task head","Linear","(2, 768)",""],["Electra","qa_outputs.bias","task head","Linear","(2,)",""],["Electra","sequence_summary.summary.weight","task head","Linear","(768, 768)",""],["Electra","sequence_summary.summary.bias","task head","Linear","(768,)",""],["Deberta","deberta.embeddings.word_embeddings.weight","encoder","Embedding","",""],["Deberta","deberta.embeddings.position_embeddings.weight","encoder","Embedding","",""],["Deberta","deberta.embeddings.token_type_embeddings.weight","encoder","Embedding","",""],["Deberta","deberta.embeddings.embed_proj.weight","encoder","Linear","",""],["Deberta","deberta.embeddings.LayerNorm.weight","encoder","DebertaLayerNorm","",""],["Deberta","deberta.embeddings.LayerNorm.bias","encoder","DebertaLayerNorm","",""],["Deberta","deberta.encoder.layer.N.attention.self.q_bias","encoder","DisentangledSelfAttention","",""],["Deberta","deberta.encoder.layer.N.attention.self.v_bias","encoder","DisentangledSelfAttention","",""],["Deberta","deberta.encoder.layer.N.attention.self.in_proj.weight","encoder","Linear","",""],["Deberta","deberta.encoder.layer.N.attention.output.dense.weight","encoder","Linear","",""],["Deberta","deberta.encoder.layer.N.attention.output.dense.bias","encoder","Linear","",""],["Deberta","deberta.encoder.layer.N.attention.output.LayerNorm.weight","encoder","DebertaLayerNorm","",""],["Deberta","deberta.encoder.layer.N.attention.output.LayerNorm.bias","encoder","DebertaLayerNorm","",""],["Deberta","deberta.encoder.layer.N.intermediate.dense.weight","encoder","Linear","",""],["Deberta","deberta.encoder.layer.N.intermediate.dense.bias","encoder","Linear","",""],["Deberta","deberta.encoder.layer.N.output.dense.weight","encoder","Linear","",""],["Deberta","deberta.encoder.layer.N.output.dense.bias","encoder","Linear","",""],["Deberta","deberta.encoder.layer.N.output.LayerNorm.weight","encoder","DebertaLayerNorm","",""],["Deberta","deberta.encoder.layer.N.output.LayerNorm.bias","encoder","DebertaLayerNorm","",""],["Deberta","deberta.embeddings.position_ids","buffer","DebertaEmbeddings","",""],["Deberta","deberta.encoder.layer.N.attention.self.pos_proj.weight","encoder","Linear","",""],["Deberta","deberta.encoder.layer.N.attention.self.pos_q_proj.weight","encoder","Linear","",""],["Deberta","deberta.encoder.layer.N.attention.self.pos_q_proj.bias","encoder","Linear","",""],["Deberta","deberta.encoder.rel_embeddings.weight","encoder","Embedding","",""],["Deberta","cls.predictions.bias","output bias","LegacyDebertaLMPredictionHead","",""],["Deberta","cls.predictions.transform.dense.weight","MLM head","Linear","",""],["Deberta","cls.predictions.transform.dense.bias","MLM head","Linear","",""],["Deberta","cls.predictions.transform.LayerNorm.weight","MLM head","LayerNorm","",""],["Deberta","cls.predictions.transform.LayerNorm.bias","MLM head","LayerNorm","",""],["Deberta","cls.predictions.decoder.weight","decoder weight","Linear","","deberta.embeddings.word_embeddings.weight"],["Deberta","cls.predictions.decoder.bias","decoder bias","Linear","","cls.predictions.bias"],["Deberta","pooler.dense.weight","task head","Linear","",""],["Deberta","pooler.dense.bias","task head","Linear","",""],["Deberta","classifier.weight","task head","Linear","",""],["Deberta","classifier.bias","task head","Linear","",""],["Deberta","qa_outputs.weight","task head","Linear","",""],["Deberta","qa_outputs.bias","task head","Linear","",""],["DebertaV2","deberta.embeddings.word_embeddings.weight","encoder","Embedding","",""],["DebertaV2","deberta.embeddings.position_embeddings.weight","encoder","Embedding","",""],["DebertaV2","deberta.embeddings.token_type_embeddings.weight","encoder","Embedding","",""],["DebertaV2","deberta.embeddings.embed_proj.weight","encoder","Linear","",""],["DebertaV2","deberta.embeddings.LayerNorm.weight","encoder","LayerNorm","",""],["DebertaV2","deberta.embeddings.LayerNorm.bias","encoder","LayerNorm","",""],["DebertaV2","deberta.encoder.layer.N.attention.self.query_proj.weight","encoder","Linear","",""],["DebertaV2","deberta.encoder.layer.N.attention.self.query_proj.bias","encoder","Linear","",""],["DebertaV2","deberta.encoder.layer.N.attention.self.key_proj.weight","encoder","Linear","",""],["DebertaV2","deberta.encoder.layer.N.attention.self.key_proj.bias","encoder","Linear","",""],["DebertaV2","deberta.encoder.layer.N.attention.self.value_proj.weight","encoder","Linear","",""],["DebertaV2","deberta.encoder.layer.N.attention.self.value_proj.bias","encoder","Linear","",""],["DebertaV2","deberta.encoder.layer.N.attention.output.dense.weight","encoder","Linear","",""],["DebertaV2","deberta.encoder.layer.N.attention.output.dense.bias","encoder","Linear","",""],["DebertaV2","deberta.encoder.layer.N.attention.output.LayerNorm.weight","encoder","LayerNorm","",""],["DebertaV2","deberta.encoder.layer.N.attention.output.LayerNorm.bias","encoder","LayerNorm","",""],["DebertaV2","deberta.encoder.layer.N.intermediate.dense.weight","encoder","Linear","",""],["DebertaV2","deberta.encoder.layer.N.intermediate.dense.bias","encoder","Linear","",""],["DebertaV2","deberta.encoder.layer.N.output.dense.weight","encoder","Linear","",""],["DebertaV2","deberta.encoder.layer.N.output.dense.bias","encoder","Linear","",""],["DebertaV2","deberta.encoder.layer.N.output.LayerNorm.weight","encoder","LayerNorm","",""],["DebertaV2","deberta.encoder.layer.N.output.LayerNorm.bias","encoder","LayerNorm","",""],["DebertaV2","deberta.embeddings.position_ids","buffer","DebertaV2Embeddings","",""],["DebertaV2","deberta.encoder.rel_embeddings.weight","encoder","Embedding","",""],["DebertaV2","deberta.encoder.LayerNorm.weight","encoder","LayerNorm","",""],["DebertaV2","deberta.encoder.LayerNorm.bias","encoder","LayerNorm","",""],["DebertaV2","deberta.encoder.layer.N.attention.self.pos_key_proj.weight","encoder","Linear","",""],["DebertaV2","deberta.encoder.layer.N.attention.self.pos_key_proj.bias","encoder","Linear","",""],["DebertaV2","deberta.encoder.layer.N.attention.self.pos_query_proj.weight","encoder","Linear","",""],["DebertaV2","deberta.encoder.layer.N.attention.self.pos_query_proj.bias","encoder","Linear","",""],["DebertaV2","cls.predictions.bias","output bias","LegacyDebertaV2LMPredictionHead","",""],["DebertaV2","cls.predictions.transform.dense.weight","MLM head","Linear","",""],["DebertaV2","cls.predictions.transform.dense.bias","MLM head","Linear","",""],["DebertaV2","cls.predictions.transform.LayerNorm.weight","MLM head","LayerNorm","",""],["DebertaV2","cls.predictions.transform.LayerNorm.bias","MLM head","LayerNorm","",""],["DebertaV2","cls.predictions.decoder.weight","decoder weight","Linear","","deberta.embeddings.word_embeddings.weight"],["DebertaV2","cls.predictions.decoder.bias","decoder bias","Linear","","cls.predictions.bias"],["DebertaV2","pooler.dense.weight","task head","Linear","",""],["DebertaV2","pooler.dense.bias","task head","Linear","",""],["DebertaV2","classifier.weight","task head","Linear","",""],["DebertaV2","classifier.bias","task head","Linear","",""],["DebertaV2","qa_outputs.weight","task head","Linear","",""],["DebertaV2","qa_outputs.bias","task head","Linear","",""],["MPNet","mpnet.embeddings.word_embeddings.weight","encoder","Embedding","",""],["MPNet","mpnet.embeddings.position_embeddings.weight","encoder","Embedding","",""],["MPNet","mpnet.embeddings.LayerNorm.weight","encoder","LayerNorm","",""],["MPNet","mpnet.embeddings.LayerNorm.bias","encoder","LayerNorm","",""],["MPNet","mpnet.encoder.layer.N.attention.attn.q.weight","encoder","Linear","",""],["MPNet","mpnet.encoder.layer.N.attention.attn.q.bias","encoder","Linear","",""],["MPNet","mpnet.encoder.layer.N.attention.attn.k.weight","encoder","Linear","",""],["MPNet","mpnet.encoder.layer.N.attention.attn.k.bias","encoder","Linear","",""],["MPNet","mpnet.encoder.layer.N.attention.attn.v.weight","encoder","Linear","",""],["MPNet","mpnet.encoder.layer.N.attention.attn.v.bias","encoder","Linear","",""],["MPNet","mpnet.encoder.layer.N.attention.attn.o.weight","encoder","Linear","",""],["MPNet","mpnet.encoder.layer.N.attention.attn.o.bias","encoder","Linear","",""],["MPNet","mpnet.encoder.layer.N.attention.LayerNorm.weight","encoder","LayerNorm","",""],["MPNet","mpnet.encoder.layer.N.attention.LayerNorm.bias","encoder","LayerNorm","",""],["MPNet","mpnet.encoder.layer.N.intermediate.dense.weight","encoder","Linear","",""],["MPNet","mpnet.encoder.layer.N.intermediate.dense.bias","encoder","Linear","",""],["MPNet","mpnet.encoder.layer.N.output.dense.weight","encoder","Linear","",""],["MPNet","mpnet.encoder.layer.N.output.dense.bias","encoder","Linear","",""],["MPNet","mpnet.encoder.layer.N.output.LayerNorm.weight","encoder","LayerNorm","",""],["MPNet","mpnet.encoder.layer.N.output.LayerNorm.bias","encoder","LayerNorm","",""],["MPNet","mpnet.encoder.relative_attention_bias.weight","encoder","Embedding","",""],["MPNet","mpnet.pooler.dense.weight","pooler","Linear","",""],["MPNet","mpnet.pooler.dense.bias","pooler","Linear","",""],["MPNet","mpnet.embeddings.position_ids","buffer","MPNetEmbeddings","",""],["MPNet","lm_head.bias","output bias","MPNetLMHead","",""],["MPNet","lm_head.dense.weight","MLM head","Linear","",""],["MPNet","lm_head.dense.bias","MLM head","Linear","",""],["MPNet","lm_head.layer_norm.weight","MLM head","LayerNorm","",""],["MPNet","lm_head.layer_norm.bias","MLM head","LayerNorm","",""],["MPNet","lm_head.decoder.weight","decoder weight","Linear","","mpnet.embeddings.word_embeddings.weight"],["MPNet","lm_head.decoder.bias","decoder bias","Linear","","lm_head.bias"],["MPNet","classifier.dense.weight","task head","Linear","",""],["MPNet","classifier.dense.bias","task head","Linear","",""],["MPNet","classifier.out_proj.weight","task head","Linear","",""],["MPNet","classifier.out_proj.bias","task head","Linear","",""],["MPNet","classifier.weight","task head","Linear","",""],["MPNet","classifier.bias","task head","Linear","",""],["MPNet","qa_outputs.weight","task head","Linear","",""],["MPNet","qa_outputs.bias","task head","Linear","",""],["ModernBert","model.embeddings.tok_embeddings.weight","encoder","Embedding","",""],["ModernBert","model.embeddings.norm.weight","encoder","LayerNorm","",""],["ModernBert","model.layers.N.attn.Wqkv.weight","encoder","Linear","",""],["ModernBert","model.layers.N.attn.Wo.weight","encoder","Linear","",""],["ModernBert","model.layers.N.mlp_norm.weight","encoder","LayerNorm","",""],["ModernBert","model.layers.N.mlp.Wi.weight","encoder","Linear","",""],["ModernBert","model.layers.N.mlp.Wo.weight","encoder","Linear","",""],["ModernBert","model.layers.N.attn_norm.weight","encoder","LayerNorm","",""],["ModernBert","model.final_norm.weight","encoder","LayerNorm","",""],["ModernBert","model.rotary_emb.full_attention_inv_freq","buffer","ModernBertRotaryEmbedding","",""],["ModernBert","model.rotary_emb.full_attention_original_inv_freq","buffer","ModernBertRotaryEmbedding","",""],["ModernBert","model.rotary_emb.sliding_attention_inv_freq","buffer","ModernBertRotaryEmbedding","",""],["ModernBert","model.rotary_emb.sliding_attention_original_inv_freq","buffer","ModernBertRotaryEmbedding","",""],["ModernBert","head.dense.weight","MLM head","Linear","",""],["ModernBert","head.norm.weight","MLM head","LayerNorm","",""],["ModernBert","decoder.weight","decoder weight","Linear","","model.embeddings.tok_embeddings.weight"],["ModernBert","decoder.bias","output bias","Linear","",""],["ModernBert","classifier.weight","task head","Linear","",""],["ModernBert","classifier.bias","task head","Linear","",""],["GPT2","transformer.wte.weight","encoder","Embedding","",""],["GPT2","transformer.wpe.weight","encoder","Embedding","",""],["GPT2","transformer.h.N.ln_1.weight","encoder","LayerNorm","",""],["GPT2","transformer.h.N.ln_1.bias","encoder","LayerNorm","",""],["GPT2","transformer.h.N.attn.c_attn.weight","encoder","Conv1D","",""],["GPT2","transformer.h.N.attn.c_attn.bias","encoder","Conv1D","",""],["GPT2","transformer.h.N.attn.c_proj.weight","encoder","Conv1D","",""],["GPT2","transformer.h.N.attn.c_proj.bias","encoder","Conv1D","",""],["GPT2","transformer.h.N.ln_2.weight","encoder","LayerNorm","",""],["GPT2","transformer.h.N.ln_2.bias","encoder","LayerNorm","",""],["GPT2","transformer.h.N.mlp.c_fc.weight","encoder","Conv1D","",""],["GPT2","transformer.h.N.mlp.c_fc.bias","encoder","Conv1D","",""],["GPT2","transformer.h.N.mlp.c_proj.weight","encoder","Conv1D","",""],["GPT2","transformer.h.N.mlp.c_proj.bias","encoder","Conv1D","",""],["GPT2","transformer.ln_f.weight","encoder","LayerNorm","",""],["GPT2","transformer.ln_f.bias","encoder","LayerNorm","",""],["GPT2","lm_head.weight","decoder weight","Linear","","transformer.wte.weight"],["GPT2","score.weight","task head","Linear","",""],["GPT2","classifier.weight","task head","Linear","",""],["GPT2","classifier.bias","task head","Linear","",""],["GPT2","qa_outputs.weight","task head","Linear","",""],["GPT2","qa_outputs.bias","task head","Linear","",""],["T5","transformer.shared.weight","encoder","Embedding","",""],["T5","transformer.encoder.embed_tokens.weight","embedding alias","Embedding","","transformer.shared.weight"],["T5","transformer.encoder.block.N.layer.0.SelfAttention.q.weight","encoder","Linear","",""],["T5","transformer.encoder.block.N.layer.0.SelfAttention.k.weight","encoder","Linear","",""],["T5","transformer.encoder.block.N.layer.0.SelfAttention.v.weight","encoder","Linear","",""],["T5","transformer.encoder.block.N.layer.0.SelfAttention.o.weight","encoder","Linear","",""],["T5","transformer.encoder.block.N.layer.0.SelfAttention.relative_attention_bias.weight","encoder","Embedding","",""],["T5","transformer.encoder.block.N.layer.0.layer_norm.weight","encoder","T5LayerNorm","",""],["T5","transformer.encoder.block.N.layer.1.DenseReluDense.wi.weight","encoder","Linear","",""],["T5","transformer.encoder.block.N.layer.1.DenseReluDense.wo.weight","encoder","Linear","",""],["T5","transformer.encoder.block.N.layer.1.layer_norm.weight","encoder","T5LayerNorm","",""],["T5","transformer.encoder.final_layer_norm.weight","encoder","T5LayerNorm","",""],["T5","transformer.decoder.embed_tokens.weight","embedding alias","Embedding","","transformer.shared.weight"],["T5","transformer.decoder.block.N.layer.0.SelfAttention.q.weight","encoder","Linear","",""],["T5","transformer.decoder.block.N.layer.0.SelfAttention.k.weight","encoder","Linear","",""],["T5","transformer.decoder.block.N.layer.0.SelfAttention.v.weight","encoder","Linear","",""],["T5","transformer.decoder.block.N.layer.0.SelfAttention.o.weight","encoder","Linear","",""],["T5","transformer.decoder.block.N.layer.0.SelfAttention.relative_attention_bias.weight","encoder","Embedding","",""],["T5","transformer.decoder.block.N.layer.0.layer_norm.weight","encoder","T5LayerNorm","",""],["T5","transformer.decoder.block.N.layer.1.EncDecAttention.q.weight","encoder","Linear","",""],["T5","transformer.decoder.block.N.layer.1.EncDecAttention.k.weight","encoder","Linear","",""],["T5","transformer.decoder.block.N.layer.1.EncDecAttention.v.weight","encoder","Linear","",""],["T5","transformer.decoder.block.N.layer.1.EncDecAttention.o.weight","encoder","Linear","",""],["T5","transformer.decoder.block.N.layer.1.layer_norm.weight","encoder","T5LayerNorm","",""],["T5","transformer.decoder.block.N.layer.2.DenseReluDense.wi.weight","encoder","Linear","",""],["T5","transformer.decoder.block.N.layer.2.DenseReluDense.wo.weight","encoder","Linear","",""],["T5","transformer.decoder.block.N.layer.2.layer_norm.weight","encoder","T5LayerNorm","",""],["T5","transformer.decoder.final_layer_norm.weight","encoder","T5LayerNorm","",""],["T5","transformer.encoder.block.N.layer.1.DenseReluDense.wi_0.weight","encoder","Linear","",""],["T5","transformer.encoder.block.N.layer.1.DenseReluDense.wi_1.weight","encoder","Linear","",""],["T5","transformer.decoder.block.N.layer.2.DenseReluDense.wi_0.weight","encoder","Linear","",""],["T5","transformer.decoder.block.N.layer.2.DenseReluDense.wi_1.weight","encoder","Linear","",""],["T5","lm_head.weight","decoder weight","Linear","","transformer.shared.weight"],["T5","classification_head.dense.weight","task head","Linear","",""],["T5","classification_head.dense.bias","task head","Linear","",""],["T5","classification_head.out_proj.weight","task head","Linear","",""],["T5","classification_head.out_proj.bias","task head","Linear","",""],["T5","qa_outputs.weight","task head","Linear","",""],["T5","qa_outputs.bias","task head","Linear","",""],["Bart","model.shared.weight","encoder","BartScaledWordEmbedding","",""],["Bart","model.encoder.embed_tokens.weight","embedding alias","BartScaledWordEmbedding","","model.shared.weight"],["Bart","model.encoder.embed_positions.weight","encoder","BartLearnedPositionalEmbedding","",""],["Bart","model.encoder.layers.N.self_attn.k_proj.weight","encoder","Linear","",""],["Bart","model.encoder.layers.N.self_attn.k_proj.bias","encoder","Linear","",""],["Bart","model.encoder.layers.N.self_attn.v_proj.weight","encoder","Linear","",""],["Bart","model.encoder.layers.N.self_attn.v_proj.bias","encoder","Linear","",""],["Bart","model.encoder.layers.N.self_attn.q_proj.weight","encoder","Linear","",""],["Bart","model.encoder.layers.N.self_attn.q_proj.bias","encoder","Linear","",""],["Bart","model.encoder.layers.N.self_attn.out_proj.weight","encoder","Linear","",""],["Bart","model.encoder.layers.N.self_attn.out_proj.bias","encoder","Linear","",""],["Bart","model.encoder.layers.N.self_attn_layer_norm.weight","encoder","LayerNorm","",""],["Bart","model.encoder.layers.N.self_attn_layer_norm.bias","encoder","LayerNorm","",""],["Bart","model.encoder.layers.N.fc1.weight","encoder","Linear","",""],["Bart","model.encoder.layers.N.fc1.bias","encoder","Linear","",""],["Bart","model.encoder.layers.N.fc2.weight","encoder","Linear","",""],["Bart","model.encoder.layers.N.fc2.bias","encoder","Linear","",""],["Bart","model.encoder.layers.N.final_layer_norm.weight","encoder","LayerNorm","",""],["Bart","model.encoder.layers.N.final_layer_norm.bias","encoder","LayerNorm","",""],["Bart","model.encoder.layernorm_embedding.weight","encoder","LayerNorm","",""],["Bart","model.encoder.layernorm_embedding.bias","encoder","LayerNorm","",""],["Bart","model.decoder.embed_tokens.weight","embedding alias","BartScaledWordEmbedding","","model.shared.weight"],["Bart","model.decoder.embed_positions.weight","encoder","BartLearnedPositionalEmbedding","",""],["Bart","model.decoder.layers.N.self_attn.k_proj.weight","encoder","Linear","",""],["Bart","model.decoder.layers.N.self_attn.k_proj.bias","encoder","Linear","",""],["Bart","model.decoder.layers.N.self_attn.v_proj.weight","encoder","Linear","",""],["Bart","model.decoder.layers.N.self_attn.v_proj.bias","encoder","Linear","",""],["Bart","model.decoder.layers.N.self_attn.q_proj.weight","encoder","Linear","",""],["Bart","model.decoder.layers.N.self_attn.q_proj.bias","encoder","Linear","",""],["Bart","model.decoder.layers.N.self_attn.out_proj.weight","encoder","Linear","",""],["Bart","model.decoder.layers.N.self_attn.out_proj.bias","encoder","Linear","",""],["Bart","model.decoder.layers.N.self_attn_layer_norm.weight","encoder","LayerNorm","",""],["Bart","model.decoder.layers.N.self_attn_layer_norm.bias","encoder","LayerNorm","",""],["Bart","model.decoder.layers.N.encoder_attn.k_proj.weight","encoder","Linear","",""],["Bart","model.decoder.layers.N.encoder_attn.k_proj.bias","encoder","Linear","",""],["Bart","model.decoder.layers.N.encoder_attn.v_proj.weight","encoder","Linear","",""],["Bart","model.decoder.layers.N.encoder_attn.v_proj.bias","encoder","Linear","",""],["Bart","model.decoder.layers.N.encoder_attn.q_proj.weight","encoder","Linear","",""],["Bart","model.decoder.layers.N.encoder_attn.q_proj.bias","encoder","Linear","",""],["Bart","model.decoder.layers.N.encoder_attn.out_proj.weight","encoder","Linear","",""],["Bart","model.decoder.layers.N.encoder_attn.out_proj.bias","encoder","Linear","",""],["Bart","model.decoder.layers.N.encoder_attn_layer_norm.weight","encoder","LayerNorm","",""],["Bart","model.decoder.layers.N.encoder_attn_layer_norm.bias","encoder","LayerNorm","",""],["Bart","model.decoder.layers.N.fc1.weight","encoder","Linear","",""],["Bart","model.decoder.layers.N.fc1.bias","encoder","Linear","",""],["Bart","model.decoder.layers.N.fc2.weight","encoder","Linear","",""],["Bart","model.decoder.layers.N.fc2.bias","encoder","Linear","",""],["Bart","model.decoder.layers.N.final_layer_norm.weight","encoder","LayerNorm","",""],["Bart","model.decoder.layers.N.final_layer_norm.bias","encoder","LayerNorm","",""],["Bart","model.decoder.layernorm_embedding.weight","encoder","LayerNorm","",""],["Bart","model.decoder.layernorm_embedding.bias","encoder","LayerNorm","",""],["Bart","final_logits_bias","buffer","BartForConditionalGeneration","",""],["Bart","lm_head.weight","decoder weight","Linear","","model.shared.weight"],["Bart","classification_head.dense.weight","task head","Linear","",""],["Bart","classification_head.dense.bias","task head","Linear","",""],["Bart","classification_head.out_proj.weight","task head","Linear","",""],["Bart","classification_head.out_proj.bias","task head","Linear","",""],["Bart","qa_outputs.weight","task head","Linear","",""],["Bart","qa_outputs.bias","task head","Linear","",""],["Longformer","longformer.embeddings.word_embeddings.weight","encoder","Embedding","",""],["Longformer","longformer.embeddings.token_type_embeddings.weight","encoder","Embedding","",""],["Longformer","longformer.embeddings.LayerNorm.weight","encoder","LayerNorm","",""],["Longformer","longformer.embeddings.LayerNorm.bias","encoder","LayerNorm","",""],["Longformer","longformer.embeddings.position_embeddings.weight","encoder","Embedding","",""],["Longformer","longformer.encoder.layer.N.attention.self.query.weight","encoder","Linear","",""],["Longformer","longformer.encoder.layer.N.attention.self.query.bias","encoder","Linear","",""],["Longformer","longformer.encoder.layer.N.attention.self.key.weight","encoder","Linear","",""],["Longformer","longformer.encoder.layer.N.attention.self.key.bias","encoder","Linear","",""],["Longformer","longformer.encoder.layer.N.attention.self.value.weight","encoder","Linear","",""],["Longformer","longformer.encoder.layer.N.attention.self.value.bias","encoder","Linear","",""],["Longformer","longformer.encoder.layer.N.attention.self.query_global.weight","encoder","Linear","",""],["Longformer","longformer.encoder.layer.N.attention.self.query_global.bias","encoder","Linear","",""],["Longformer","longformer.encoder.layer.N.attention.self.key_global.weight","encoder","Linear","",""],["Longformer","longformer.encoder.layer.N.attention.self.key_global.bias","encoder","Linear","",""],["Longformer","longformer.encoder.layer.N.attention.self.value_global.weight","encoder","Linear","",""],["Longformer","longformer.encoder.layer.N.attention.self.value_global.bias","encoder","Linear","",""],["Longformer","longformer.encoder.layer.N.attention.output.dense.weight","encoder","Linear","",""],["Longformer","longformer.encoder.layer.N.attention.output.dense.bias","encoder","Linear","",""],["Longformer","longformer.encoder.layer.N.attention.output.LayerNorm.weight","encoder","LayerNorm","",""],["Longformer","longformer.encoder.layer.N.attention.output.LayerNorm.bias","encoder","LayerNorm","",""],["Longformer","longformer.encoder.layer.N.intermediate.dense.weight","encoder","Linear","",""],["Longformer","longformer.encoder.layer.N.intermediate.dense.bias","encoder","Linear","",""],["Longformer","longformer.encoder.layer.N.output.dense.weight","encoder","Linear","",""],["Longformer","longformer.encoder.layer.N.output.dense.bias","encoder","Linear","",""],["Longformer","longformer.encoder.layer.N.output.LayerNorm.weight","encoder","LayerNorm","",""],["Longformer","longformer.encoder.layer.N.output.LayerNorm.bias","encoder","LayerNorm","",""],["Longformer","longformer.pooler.dense.weight","pooler","Linear","",""],["Longformer","longformer.pooler.dense.bias","pooler","Linear","",""],["Longformer","lm_head.bias","output bias","LongformerLMHead","",""],["Longformer","lm_head.dense.weight","MLM head","Linear","",""],["Longformer","lm_head.dense.bias","MLM head","Linear","",""],["Longformer","lm_head.layer_norm.weight","MLM head","LayerNorm","",""],["Longformer","lm_head.layer_norm.bias","MLM head","LayerNorm","",""],["Longformer","lm_head.decoder.weight","decoder weight","Linear","","longformer.embeddings.word_embeddings.weight"],["Longformer","lm_head.decoder.bias","decoder bias","Linear","","lm_head.bias"],["Longformer","classifier.dense.weight","task head","Linear","",""],["Longformer","classifier.dense.bias","task head","Linear","",""],["Longformer","classifier.out_proj.weight","task head","Linear","",""],["Longformer","classifier.out_proj.bias","task head","Linear","",""],["Longformer","classifier.weight","task head","Linear","",""],["Longformer","classifier.bias","task head","Linear","",""],["Longformer","qa_outputs.weight","task head","Linear","",""],["Longformer","qa_outputs.bias","task head","Linear","",""],["LayoutLM","layoutlm.embeddings.word_embeddings.weight","encoder","Embedding","",""],["LayoutLM","layoutlm.embeddings.position_embeddings.weight","encoder","Embedding","",""],["LayoutLM","layoutlm.embeddings.x_position_embeddings.weight","encoder","Embedding","",""],["LayoutLM","layoutlm.embeddings.y_position_embeddings.weight","encoder","Embedding","",""],["LayoutLM","layoutlm.embeddings.h_position_embeddings.weight","encoder","Embedding","",""],["LayoutLM","layoutlm.embeddings.w_position_embeddings.weight","encoder","Embedding","",""],["LayoutLM","layoutlm.embeddings.token_type_embeddings.weight","encoder","Embedding","",""],["LayoutLM","layoutlm.embeddings.LayerNorm.weight","encoder","LayerNorm","",""],["LayoutLM","layoutlm.embeddings.LayerNorm.bias","encoder","LayerNorm","",""],["LayoutLM","layoutlm.encoder.layer.N.attention.self.query.weight","encoder","Linear","",""],["LayoutLM","layoutlm.encoder.layer.N.attention.self.query.bias","encoder","Linear","",""],["LayoutLM","layoutlm.encoder.layer.N.attention.self.key.weight","encoder","Linear","",""],["LayoutLM","layoutlm.encoder.layer.N.attention.self.key.bias","encoder","Linear","",""],["LayoutLM","layoutlm.encoder.layer.N.attention.self.value.weight","encoder","Linear","",""],["LayoutLM","layoutlm.encoder.layer.N.attention.self.value.bias","encoder","Linear","",""],["LayoutLM","layoutlm.encoder.layer.N.attention.output.dense.weight","encoder","Linear","",""],["LayoutLM","layoutlm.encoder.layer.N.attention.output.dense.bias","encoder","Linear","",""],["LayoutLM","layoutlm.encoder.layer.N.attention.output.LayerNorm.weight","encoder","LayerNorm","",""],["LayoutLM","layoutlm.encoder.layer.N.attention.output.LayerNorm.bias","encoder","LayerNorm","",""],["LayoutLM","layoutlm.encoder.layer.N.intermediate.dense.weight","encoder","Linear","",""],["LayoutLM","layoutlm.encoder.layer.N.intermediate.dense.bias","encoder","Linear","",""],["LayoutLM","layoutlm.encoder.layer.N.output.dense.weight","encoder","Linear","",""],["LayoutLM","layoutlm.encoder.layer.N.output.dense.bias","encoder","Linear","",""],["LayoutLM","layoutlm.encoder.layer.N.output.LayerNorm.weight","encoder","LayerNorm","",""],["LayoutLM","layoutlm.encoder.layer.N.output.LayerNorm.bias","encoder","LayerNorm","",""],["LayoutLM","layoutlm.pooler.dense.weight","pooler","Linear","",""],["LayoutLM","layoutlm.pooler.dense.bias","pooler","Linear","",""],["LayoutLM","layoutlm.embeddings.position_ids","buffer","LayoutLMEmbeddings","",""],["LayoutLM","cls.predictions.bias","output bias","LayoutLMLMPredictionHead","",""],["LayoutLM","cls.predictions.transform.dense.weight","MLM head","Linear","",""],["LayoutLM","cls.predictions.transform.dense.bias","MLM head","Linear","",""],["LayoutLM","cls.predictions.transform.LayerNorm.weight","MLM head","LayerNorm","",""],["LayoutLM","cls.predictions.transform.LayerNorm.bias","MLM head","LayerNorm","",""],["LayoutLM","cls.predictions.decoder.weight","decoder weight","Linear","","layoutlm.embeddings.word_embeddings.weight"],["LayoutLM","cls.predictions.decoder.bias","decoder bias","Linear","","cls.predictions.bias"],["LayoutLM","classifier.weight","task head","Linear","",""],["LayoutLM","classifier.bias","task head","Linear","",""],["LayoutLM","qa_outputs.weight","task head","Linear","",""],["LayoutLM","qa_outputs.bias","task head","Linear","",""],["ViT","vit.embeddings.cls_token","encoder","ViTEmbeddings","",""],["ViT","vit.embeddings.position_embeddings","encoder","ViTEmbeddings","",""],["ViT","vit.embeddings.patch_embeddings.projection.weight","encoder","Conv2d","",""],["ViT","vit.embeddings.patch_embeddings.projection.bias","encoder","Conv2d","",""],["ViT","vit.layers.N.attention.q_proj.weight","encoder","Linear","",""],["ViT","vit.layers.N.attention.q_proj.bias","encoder","Linear","",""],["ViT","vit.layers.N.attention.k_proj.weight","encoder","Linear","",""],["ViT","vit.layers.N.attention.k_proj.bias","encoder","Linear","",""],["ViT","vit.layers.N.attention.v_proj.weight","encoder","Linear","",""],["ViT","vit.layers.N.attention.v_proj.bias","encoder","Linear","",""],["ViT","vit.layers.N.attention.o_proj.weight","encoder","Linear","",""],["ViT","vit.layers.N.attention.o_proj.bias","encoder","Linear","",""],["ViT","vit.layers.N.layernorm_before.weight","encoder","LayerNorm","",""],["ViT","vit.layers.N.layernorm_before.bias","encoder","LayerNorm","",""],["ViT","vit.layers.N.layernorm_after.weight","encoder","LayerNorm","",""],["ViT","vit.layers.N.layernorm_after.bias","encoder","LayerNorm","",""],["ViT","vit.layers.N.mlp.fc1.weight","encoder","Linear","",""],["ViT","vit.layers.N.mlp.fc1.bias","encoder","Linear","",""],["ViT","vit.layers.N.mlp.fc2.weight","encoder","Linear","",""],["ViT","vit.layers.N.mlp.fc2.bias","encoder","Linear","",""],["ViT","vit.layernorm.weight","encoder","LayerNorm","",""],["ViT","vit.layernorm.bias","encoder","LayerNorm","",""],["ViT","vit.pooler.dense.weight","pooler","Linear","",""],["ViT","vit.pooler.dense.bias","pooler","Linear","",""],["ViT","classifier.weight","task head","Linear","",""],["ViT","classifier.bias","task head","Linear","",""]]},"wholes":{"error":"Loading stopped","stop":"Your encoder is random: stop","train":"Train the head before you use it","unknown":"Not enough to tell","untied":"The tie is broken","bias":"The output bias is lost","own":"Not about the weights","fine":"Fine","aside":"Not about the weights"},"stops":{"decoder":"Your decoder is random: stop","model":"Your model is random: stop","part":"A part of the model is random: stop","constant":"A part of the model is lost: stop"},"answers":{"alias":"alias, harmless","dropped":"dropped on purpose","buffer":"derived buffer","unread":"not used, harmless","zeros":"new, all zeros","random":"new, not learned","mismatch":"name or prefix mismatch: your weights were not loaded","ignored":"learned but ignored","refused":"what loading stopped at","kept":"not in the checkpoint: it keeps what it had","unknown":"unknown"},"forms":{"first":["0.6.2","2.11.0"],"sentence":["3.0.2","4.57.6"],"table":["5.0.0",""]},"rules":[{"name":"trainer_norms","roles":["encoder","unknown"],"status":["missing"],"if":["trainer","norms alone"],"answer":"kept","whole":"stop","headline":"The LayerNorms are not the checkpoint's: stop","short":"the checkpoint has every LayerNorm under another name, so the model keeps those that it had","why":"Only normalisation layers are missing: the checkpoint calls them `gamma` and `beta`. Trainer loads it with `strict=False`, which translates nothing. So the LayerNorms stay as they were: the last step's after a training, those you began with where you resume. The rest is the checkpoint's.","do":"Load that checkpoint with `from_pretrained`, which translates the names, and go on with that model.","claims":["paste_report/gamma_and_beta_are_renamed"]},{"name":"trainer_adapter","roles":["unknown"],"status":["missing"],"if":["trainer","adapters"],"answer":"kept","whole":"stop","headline":"The adapter was not saved: stop","short":"the checkpoint has not the adapter's own matrices, so nothing of the training is in it","why":"`{key}` is an adapter's. A checkpoint of a model with adapters should hold these above all.","do":"Look at the size of the adapter's file: a few hundred bytes are an empty one. Save again with `model.save_pretrained(…)`, and do not patch `state_dict`.","claims":["paste_report/merged_adapters_have_plain_names"]},{"name":"trainer_base_of_an_adapter","roles":["encoder","embedding alias","cross-attention","pooler","MLM head","LM head","MLM head of another name","output bias","decoder weight","decoder bias","tied output","NSP head","SOP head","discriminator head","task head","buffer","no weights","unknown"],"status":["missing"],"if":["trainer","wrapped"],"answer":"kept","whole":"fine","short":"the checkpoint holds the adapter alone, and the base model was loaded before","why":"`{key}` is the base model's. With PEFT a checkpoint holds the adapter alone; the base keeps the weights that it had.","do":"Nothing, if no name with `lora_` is in the list.","claims":["paste_report/merged_adapters_have_plain_names"]},{"name":"trainer_body","roles":["encoder","embedding alias","cross-attention","pooler","MLM head","LM head","MLM head of another name","output bias","decoder weight","decoder bias","tied output","NSP head","SOP head","discriminator head","task head","buffer","no weights","unknown"],"status":["missing"],"if":["trainer","whole body"],"answer":"kept","whole":"stop","headline":"The checkpoint was not loaded: stop","short":"the checkpoint has neither embeddings nor layers under the model's names, so the model keeps what it had","why":"Trainer loads with `strict=False` into the model that is there, and finds nothing of its body. Where you resume, training would begin anew. A class that saves its inner model alone, without its prefix, does so.","do":"Compare the names in the checkpoint with those of the class. Save and load with the same class, or rename what the checkpoint holds.","claims":["paste_report/strict_loading_wants_every_name"]},{"name":"trainer_second_name","roles":["decoder weight","decoder bias","embedding alias","tied output"],"status":["missing"],"if":["trainer"],"answer":"alias","whole":"fine","short":"`{key}` is a second name of a tied Parameter, and a checkpoint holds each Parameter once","why":"Trainer loads the checkpoint into the model that is there. In a tied model `{key}` is another name of the word embedding, which was loaded. Where the model is not tied, it keeps the values that it had.","do":"Nothing, if the model is tied: `model.get_output_embeddings().weight is model.get_input_embeddings().weight`.","claims":["weight_tying/decoder_weight_is_the_embedding","inspect_checkpoint/names_of_families"]},{"name":"trainer_missing","roles":["encoder","embedding alias","cross-attention","pooler","MLM head","LM head","MLM head of another name","output bias","decoder weight","decoder bias","tied output","NSP head","SOP head","discriminator head","task head","buffer","no weights","unknown"],"status":["missing"],"if":["trainer"],"answer":"kept","whole":"unknown","short":"the checkpoint has no `{key}`, so the model keeps the values that it had","why":"Trainer loads with `strict=False` into the model that is there. What the checkpoint has not is not new: after a training it keeps the last step's values, and where you resume those you began with.","do":"Load the checkpoint with `from_pretrained`, and read what that prints.","claims":["paste_report/strict_loading_wants_every_name"]},{"name":"refused_respelled","roles":["encoder","pooler","MLM head","unknown"],"status":["missing","unexpected"],"if":["respelled","refused"],"answer":"mismatch","whole":"error","short":"the file says `gamma` and `beta` where the class says `weight` and `bias`","why":"Files of 2018 call a LayerNorm's tensors `gamma` and `beta`. `from_pretrained` translates them, torch's `load_state_dict` does not.","do":"Rename them in the dictionary, and load again.","code":"from transformers import {class}  # or your class\n\nfolder = \"checkpoints/pydoc-bert\"  # yours\nmodel = {class}.from_pretrained(folder)\nstate = model.state_dict()  # yours: torch.load(\"….pt\")\nold, new = \"{old}\", \"{new}\"  # prefixes: the dictionary's, the class's\n\ndef plain(name, prefix):\n    name = name.removeprefix(prefix)\n    name = name.replace(\"LayerNorm.gamma\", \"LayerNorm.weight\")\n    return name.replace(\"LayerNorm.beta\", \"LayerNorm.bias\")\n\nown = {plain(name, new): name for name in model.state_dict()}\nrenamed = {own.get(plain(name, old), name): state[name] for name in state}\nmodel.load_state_dict(renamed)  # strict: everything must fit\n","claims":["paste_report/gamma_and_beta_are_renamed"]},{"name":"respelled","roles":["encoder","pooler","MLM head","unknown"],"status":["missing","unexpected"],"if":["respelled"],"answer":"mismatch","whole":"stop","short":"the file says `gamma` and `beta` where the class says `weight` and `bias`","why":"Files of 2018 call a LayerNorm's tensors `gamma` and `beta`. `from_pretrained` translates them, torch's `load_state_dict` does not.","do":"Rename them in the dictionary, and load again.","code":"from transformers import {class}  # or your class\n\nfolder = \"checkpoints/pydoc-bert\"  # yours\nmodel = {class}.from_pretrained(folder)\nstate = model.state_dict()  # yours: torch.load(\"….pt\")\nold, new = \"{old}\", \"{new}\"  # prefixes: the dictionary's, the class's\n\ndef plain(name, prefix):\n    name = name.removeprefix(prefix)\n    name = name.replace(\"LayerNorm.gamma\", \"LayerNorm.weight\")\n    return name.replace(\"LayerNorm.beta\", \"LayerNorm.bias\")\n\nown = {plain(name, new): name for name in model.state_dict()}\nrenamed = {own.get(plain(name, old), name): state[name] for name in state}\nmodel.load_state_dict(renamed)  # strict: everything must fit\n","claims":["paste_report/gamma_and_beta_are_renamed"]},{"name":"refused_under_another_name","roles":["encoder","embedding alias","cross-attention","pooler","MLM head","LM head","MLM head of another name","output bias","decoder weight","decoder bias","tied output","NSP head","SOP head","discriminator head","task head","unknown"],"status":["missing","unexpected"],"if":["renamed","refused"],"answer":"mismatch","whole":"error","short":"your dictionary has the weights under other names, with {before} where the class has {after}","why":"Dictionary and class have the same tensor under two names, with {before} in the dictionary and {after} in the class.","do":"Rename them in the dictionary, and load again.","code":"from transformers import {class}  # or your class\n\nfolder = \"checkpoints/pydoc-bert\"  # yours\nmodel = {class}.from_pretrained(folder)\nstate = model.state_dict()  # yours: torch.load(\"….pt\")\nold, new = \"{old}\", \"{new}\"  # prefixes: the dictionary's, the class's\n\ndef plain(name, prefix):\n    name = name.removeprefix(prefix)\n    name = name.replace(\"LayerNorm.gamma\", \"LayerNorm.weight\")\n    return name.replace(\"LayerNorm.beta\", \"LayerNorm.bias\")\n\nown = {plain(name, new): name for name in model.state_dict()}\nrenamed = {own.get(plain(name, old), name): state[name] for name in state}\nmodel.load_state_dict(renamed)  # strict: everything must fit\n","claims":["paste_report/renaming_loads_the_encoder"]},{"name":"refused_norms","roles":["encoder"],"status":["missing","unexpected"],"if":["norms alone","refused"],"answer":"mismatch","whole":"error","short":"every LayerNorm is missing on one side, and nothing else of the layers: one side calls its tensors `gamma` and `beta`","why":"Files of 2018 call a LayerNorm's tensors `gamma` and `beta`, and so do classes of that time. `from_pretrained` translates them, torch's `load_state_dict` does not. `strict=False` would leave every LayerNorm as it was made.","do":"Rename them in the dictionary, and load again. It works in both directions.","code":"from transformers import {class}  # or your class\n\nfolder = \"checkpoints/pydoc-bert\"  # yours\nmodel = {class}.from_pretrained(folder)\nstate = model.state_dict()  # yours: torch.load(\"….pt\")\nold, new = \"{old}\", \"{new}\"  # prefixes: the dictionary's, the class's\n\ndef plain(name, prefix):\n    name = name.removeprefix(prefix)\n    name = name.replace(\"LayerNorm.gamma\", \"LayerNorm.weight\")\n    return name.replace(\"LayerNorm.beta\", \"LayerNorm.bias\")\n\nown = {plain(name, new): name for name in model.state_dict()}\nrenamed = {own.get(plain(name, old), name): state[name] for name in state}\nmodel.load_state_dict(renamed)  # strict: everything must fit\n","claims":["paste_report/gamma_and_beta_are_renamed"]},{"name":"norms","roles":["encoder"],"status":["missing","unexpected"],"if":["norms alone","no table"],"answer":"mismatch","whole":"stop","short":"of the encoder only LayerNorms are named: most often file and class call their tensors by other names","why":"Files of 2018, and classes of that time, call a LayerNorm's tensors `gamma` and `beta`. Where only one side does and nothing translates, every LayerNorm stays as it was made.","do":"Load with `from_pretrained` of a current release, which translates. Or rename them in the dictionary:","code":"from transformers import {class}  # or your class\n\nfolder = \"checkpoints/pydoc-bert\"  # yours\nmodel = {class}.from_pretrained(folder)\nstate = model.state_dict()  # yours: torch.load(\"….pt\")\nold, new = \"{old}\", \"{new}\"  # prefixes: the dictionary's, the class's\n\ndef plain(name, prefix):\n    name = name.removeprefix(prefix)\n    name = name.replace(\"LayerNorm.gamma\", \"LayerNorm.weight\")\n    return name.replace(\"LayerNorm.beta\", \"LayerNorm.bias\")\n\nown = {plain(name, new): name for name in model.state_dict()}\nrenamed = {own.get(plain(name, old), name): state[name] for name in state}\nmodel.load_state_dict(renamed)  # strict: everything must fit\n","claims":["paste_report/gamma_and_beta_are_renamed"]},{"name":"refused_foreign_prefix","roles":["encoder","embedding alias"],"status":["unexpected"],"if":["refused","foreign prefix"],"answer":"mismatch","whole":"error","short":"the dictionary's names begin with `{old}`, and the class's do not","why":"Before the names of the base model stands `{old}` in the dictionary. `module.` is what DataParallel puts there.","do":"Rename them in the dictionary, and load again. Or save `model.module.state_dict()` the next time.","code":"from transformers import {class}  # or your class\n\nfolder = \"checkpoints/pydoc-bert\"  # yours\nmodel = {class}.from_pretrained(folder)\nstate = model.state_dict()  # yours: torch.load(\"….pt\")\nold, new = \"{old}\", \"{new}\"  # prefixes: the dictionary's, the class's\n\ndef plain(name, prefix):\n    name = name.removeprefix(prefix)\n    name = name.replace(\"LayerNorm.gamma\", \"LayerNorm.weight\")\n    return name.replace(\"LayerNorm.beta\", \"LayerNorm.bias\")\n\nown = {plain(name, new): name for name in model.state_dict()}\nrenamed = {own.get(plain(name, old), name): state[name] for name in state}\nmodel.load_state_dict(renamed)  # strict: everything must fit\n","claims":["paste_report/renaming_loads_the_encoder"]},{"name":"refused_base_prefix","roles":["encoder","embedding alias","cross-attention","pooler","MLM head","LM head","MLM head of another name","output bias","decoder weight","decoder bias","tied output","NSP head","SOP head","discriminator head","task head","buffer","no weights","unknown"],"status":["unexpected"],"if":["refused","base prefix"],"answer":"mismatch","whole":"error","short":"the dictionary's names begin with `{old}`, and the base class has no prefix","why":"Every name begins with `{old}`, so a class with a head saved them. A base class has the same tensors without it.","do":"Load the dictionary into the class with the head that saved it. Or take the prefix off, and load again:","code":"from transformers import {class}  # or your class\n\nfolder = \"checkpoints/pydoc-bert\"  # yours\nmodel = {class}.from_pretrained(folder)\nstate = model.state_dict()  # yours: torch.load(\"….pt\")\nold, new = \"{old}\", \"{new}\"  # prefixes: the dictionary's, the class's\n\ndef plain(name, prefix):\n    name = name.removeprefix(prefix)\n    name = name.replace(\"LayerNorm.gamma\", \"LayerNorm.weight\")\n    return name.replace(\"LayerNorm.beta\", \"LayerNorm.bias\")\n\nown = {plain(name, new): name for name in model.state_dict()}\nrenamed = {own.get(plain(name, old), name): state[name] for name in state}\nmodel.load_state_dict(renamed)  # strict: everything must fit\n","claims":["paste_report/renaming_loads_the_encoder"]},{"name":"refused_base_of_an_adapter","roles":["encoder","embedding alias","cross-attention","pooler","MLM head","LM head","MLM head of another name","output bias","decoder weight","decoder bias","tied output","NSP head","SOP head","discriminator head","task head","buffer","no weights","unknown"],"status":["missing"],"if":["refused","wrapped"],"answer":"refused","whole":"error","short":"the class is PEFT's, and the dictionary lacks tensors of the base model: it holds an adapter alone, or a plain model","why":"`{key}` is the base model's, under the name that PEFT gives it. An adapter's file does not hold it, and a plain model's file has another name for it.","do":"Load the base model first, with `from_pretrained`. Then load an adapter with `PeftModel.from_pretrained(model, folder)`. To resume a training, take `strict=False`, and see that no name with `lora_` is missing.","claims":["paste_report/strict_loading_wants_every_name","paste_report/merged_adapters_have_plain_names"]},{"name":"refused_whole_body","roles":["encoder","embedding alias","tied output","unknown"],"status":["missing"],"if":["refused","whole body"],"answer":"refused","whole":"error","short":"the dictionary has neither embeddings nor layers under the class's names","why":"The class has `{key}`, and the dictionary has no such name; so it is with the whole body. Usually all its names begin with something more: `module.` from DataParallel, `bert.` from a class with a head, or a key as `state_dict` around them all.","do":"Print the first names of both. Then rename them in the dictionary, and load again. With `strict=False` the whole model would stay as it was made.","claims":["paste_report/strict_loading_wants_every_name"]},{"name":"refused_buffer","roles":["buffer"],"status":["missing","unexpected"],"if":["refused"],"answer":"refused","whole":"error","short":"`{key}` is only on one side, and torch's `load_state_dict` is strict","why":"`{key}` holds no learned values: the class makes it itself. Some releases saved it, others do not. torch stops at it in either direction.","do":"Load with `strict=False`, and look at what it returns. Or take the key out of a dictionary that has it.","code":"from transformers import {class}  # or your class\n\nfolder = \"checkpoints/pydoc-bert\"  # yours\nmodel = {class}.from_pretrained(folder)\nstate = model.state_dict()  # yours: torch.load(\"….pt\")\nleft = model.load_state_dict(state, strict=False)\nfor key in left.missing_keys + left.unexpected_keys:\n    assert key.endswith(\"position_ids\"), key\n","claims":["loading_questions/strict_loading_refuses_position_ids","loading_questions/position_ids_change_nothing"]},{"name":"refused_alias","roles":["decoder weight","decoder bias","embedding alias"],"status":["missing"],"if":["refused","source missing"],"answer":"refused","whole":"error","short":"the dictionary lacks some of the class's tensors","why":"It is a second name of `{alias}`, and the dictionary has neither.","do":"If the class is right, load the file with `from_pretrained`: it makes a new head and says so. Train that head.","claims":["paste_report/strict_loading_wants_every_name"]},{"name":"refused_second_name","roles":["decoder weight","decoder bias","embedding alias"],"status":["missing"],"if":["refused"],"answer":"refused","whole":"error","short":"`{key}` is a second name of `{alias}`, and the dictionary has one name only","why":"In a tied class `{key}` and `{alias}` are one Parameter. torch's `load_state_dict` wants both names all the same.","do":"Give the dictionary the second name, and load again.","code":"from transformers import BertForPreTraining  # or your class\n\nfolder = \"checkpoints/pydoc-bert\"  # yours\nmodel = BertForPreTraining.from_pretrained(folder)\nstate = model.state_dict()  # yours: torch.load(\"….pt\")\npairs = {  # BERT's; the second name, and the first\n    \"cls.predictions.decoder.bias\": \"cls.predictions.bias\",\n    \"cls.predictions.decoder.weight\": \"bert.embeddings.word_embeddings.weight\",\n}\nfor second, first in pairs.items():\n    state.setdefault(second, state[first])\nmodel.load_state_dict(state)  # strict: everything must fit\n","claims":["paste_report/strict_loading_wants_every_name","weight_tying/decoder_bias_is_the_prediction_bias","weight_tying/decoder_weight_is_the_embedding"]},{"name":"refused_missing","roles":["encoder","embedding alias","cross-attention","pooler","MLM head","LM head","MLM head of another name","output bias","decoder weight","decoder bias","tied output","NSP head","SOP head","discriminator head","task head","buffer","no weights","unknown"],"status":["missing"],"if":["refused"],"answer":"refused","whole":"error","short":"the dictionary lacks some of the class's tensors","why":"The class has `{key}`, and the dictionary has no such name. torch's `load_state_dict` stops there, where `from_pretrained` would go on with a new tensor.","do":"Compare the two lists of names. If the class is right and the tensor is a new head's, load with `from_pretrained`, and train the head.","claims":["paste_report/strict_loading_wants_every_name"]},{"name":"refused_unexpected","roles":["encoder","embedding alias","cross-attention","pooler","MLM head","LM head","MLM head of another name","output bias","decoder weight","decoder bias","tied output","NSP head","SOP head","discriminator head","task head","buffer","no weights","unknown"],"status":["unexpected"],"if":["refused"],"answer":"refused","whole":"error","short":"the dictionary has tensors that the class does not have","why":"The dictionary has `{key}`, and the class has no such name. torch's `load_state_dict` stops there, where `from_pretrained` would leave it out.","do":"If the class is right, take these keys out of the dictionary. Otherwise load the class that it was saved from.","claims":["loading_questions/strict_loading_refuses_position_ids"]},{"name":"refused_mismatched_body","roles":["encoder","embedding alias"],"status":["mismatched","conversion"],"if":["refused"],"answer":"refused","whole":"error","short":"`{key}` has another shape in the file than in the class: the configuration or the vocabulary is another model's","why":"Loading stops where two shapes differ, so there is no model yet. A part of the body of another size means that the file belongs to another configuration.","do":"Load with the file's own configuration; a longer vocabulary comes afterwards, by `resize_token_embeddings`. Do not give `ignore_mismatched_sizes=True` here: it makes this part random.","claims":["loading/mismatched_head_stops_loading","versions/resized_classic_bin_keeps_its_logits"]},{"name":"refused_mismatched","roles":["encoder","embedding alias","cross-attention","pooler","MLM head","LM head","MLM head of another name","output bias","decoder weight","decoder bias","tied output","NSP head","SOP head","discriminator head","task head","buffer","no weights","unknown"],"status":["mismatched","conversion"],"if":["refused"],"answer":"refused","whole":"error","short":"`{key}` has another shape in the file than in the class","why":"Loading stops where two shapes differ, so there is no model yet. `strict=False` does not help.","do":"Build the class with the file's own sizes: its configuration, its `num_labels`. Only `from_pretrained` has the option `ignore_mismatched_sizes=True`, for a head of another size: it makes a new head, which you train.","claims":["loading/mismatched_head_stops_loading"]},{"name":"buffer","roles":["buffer"],"status":["missing","unexpected","mismatched"],"answer":"buffer","whole":"fine","short":"the message names a list of numbers that the class makes itself","why":"`{key}` holds no learned values: the class makes it itself. Some releases saved it, others do not.","do":"Nothing.","claims":["versions/position_ids_are_not_saved"]},{"name":"no_weights","roles":["no weights"],"status":["missing","unexpected","mismatched","conversion"],"answer":"buffer","whole":"fine","short":"what the message names has no weights","why":"`{key}` holds nothing that is learned: a dropout or an activation of TensorFlow's, or an entry that is no tensor.","do":"Nothing.","claims":["inspect_checkpoint/names_of_families"]},{"name":"same_matrix_under_an_old_name","roles":["decoder weight"],"status":["missing","unexpected"],"if":["renamed","no table"],"answer":"alias","whole":"fine","short":"both names are old ones of the output matrix, which is the word embedding, and that was loaded","why":"File and class name the output matrix differently. In a tied class it is the word embedding, which was loaded under its own name.","do":"Nothing, unless you untied it.","claims":["weight_tying/decoder_weight_is_the_embedding","paste_report/tied_decoder_weight_is_not_reported"]},{"name":"renamed_from_another_family","roles":["encoder","embedding alias"],"status":["missing","unexpected"],"if":["renamed","other family"],"answer":"mismatch","whole":"stop","short":"the file belongs to another family than the class","why":"The file's names have {before}, another family's. Some names are the same, the model is not: positions, vocabulary or layers differ.","do":"Load the file with a class of its own family.","code":"from transformers import AutoConfig\n\nfolder = \"checkpoints/pydoc-bert\"  # yours\nprint(AutoConfig.from_pretrained(folder).architectures)  # the class it was saved from\n","claims":["loading/wrong_prefix_leaves_the_encoder_random"]},{"name":"encoder_under_adapters","roles":["encoder","embedding alias"],"status":["missing","unexpected"],"if":["renamed","adapters"],"answer":"mismatch","whole":"stop","short":"the file has your weights under the names that PEFT gives them","why":"The file was saved from a model with PEFT's adapters. Your weights are in it, with `base_model.model.`, `base_layer` or `modules_to_save` in their names, so a plain class did not find them.","do":"Wrap the base model as in training, load the file into it, merge the adapter, and save the plain model.","code":"from peft import LoraConfig, get_peft_model\nfrom transformers import {class}  # or your class\n\nfolder = \"checkpoints/pydoc-bert\"  # yours: what the training began with\nmodel = {class}.from_pretrained(folder)\nsettings = LoraConfig(target_modules=[\"query\", \"value\"])  # those of the training\nmodel = get_peft_model(model, settings)\nstate = model.state_dict()  # yours: load_file(\"…/model.safetensors\")\nmodel.load_state_dict(state)  # strict: everything must fit\nmodel.merge_and_unload().save_pretrained(\"merged\")  # plain names again\n","claims":["paste_report/merged_adapters_have_plain_names"]},{"name":"head_under_adapters","roles":["pooler","MLM head","LM head","MLM head of another name","output bias","decoder weight","decoder bias","tied output","NSP head","SOP head","discriminator head","task head","cross-attention","unknown"],"status":["missing","unexpected"],"if":["renamed","adapters"],"answer":"mismatch","whole":"train","short":"a head is in the file under the name that PEFT gives it, so it was not loaded","why":"The file was saved from a model with PEFT's adapters. The head is in it, with `base_model.model.` or `modules_to_save` in its name, so a plain class did not find it.","do":"Wrap the base model as in training, load the file into it, merge the adapter, and save the plain model.","code":"from peft import LoraConfig, get_peft_model\nfrom transformers import {class}  # or your class\n\nfolder = \"checkpoints/pydoc-bert\"  # yours: what the training began with\nmodel = {class}.from_pretrained(folder)\nsettings = LoraConfig(target_modules=[\"query\", \"value\"])  # those of the training\nmodel = get_peft_model(model, settings)\nstate = model.state_dict()  # yours: load_file(\"…/model.safetensors\")\nmodel.load_state_dict(state)  # strict: everything must fit\nmodel.merge_and_unload().save_pretrained(\"merged\")  # plain names again\n","claims":["paste_report/merged_adapters_have_plain_names"]},{"name":"adapter_left_out","roles":["unknown"],"status":["unexpected"],"if":["adapters"],"answer":"ignored","whole":"unknown","short":"the file has an adapter's matrices, and a plain class has no place for them","why":"`{key}` is an adapter's. What fine-tuning has learned is in it, and the model that you loaded does not use it.","do":"Wrap the base model as in training, load the file into it, merge the adapter, and save the plain model.","code":"from peft import LoraConfig, get_peft_model\nfrom transformers import {class}  # or your class\n\nfolder = \"checkpoints/pydoc-bert\"  # yours: what the training began with\nmodel = {class}.from_pretrained(folder)\nsettings = LoraConfig(target_modules=[\"query\", \"value\"])  # those of the training\nmodel = get_peft_model(model, settings)\nstate = model.state_dict()  # yours: load_file(\"…/model.safetensors\")\nmodel.load_state_dict(state)  # strict: everything must fit\nmodel.merge_and_unload().save_pretrained(\"merged\")  # plain names again\n","claims":["paste_report/merged_adapters_have_plain_names"]},{"name":"renamed_head","roles":["pooler","MLM head","LM head","MLM head of another name","output bias","decoder weight","decoder bias","tied output","NSP head","SOP head","discriminator head","task head","cross-attention","unknown"],"status":["missing","unexpected"],"if":["renamed"],"answer":"mismatch","whole":"train","short":"a head is in the file under another name, so it was not loaded","why":"File and class have the same tensor under two names, with {before} in the file and {after} in the class. It was not loaded.","do":"Rename what the file holds, load again, and save. If keys are still missing then, they should all be a head's, and new.","code":"from safetensors.torch import load_file  # or torch.load, for a .bin\nfrom transformers import {class}  # or your class\n\nfolder = \"checkpoints/pydoc-bert\"  # yours\nmodel = {class}.from_pretrained(folder)\nwanted = model.state_dict()\nweights = load_file(f\"{folder}/model.safetensors\")\nold, new = \"{old}\", \"{new}\"  # in the file, in the class\nfor name in list(weights):\n    if name.startswith(old) and name not in wanted:\n        weights[new + name[len(old):]] = weights.pop(name)\nmodel, report = type(model).from_pretrained(\n    None, config=model.config, state_dict=weights, output_loading_info=True\n)\nprint(\"still missing:\", report[\"missing_keys\"] or \"nothing\")\n","claims":["loading/wrong_prefix_leaves_the_encoder_random","paste_report/renaming_loads_the_encoder"]},{"name":"renamed","roles":["encoder","embedding alias"],"status":["missing","unexpected"],"if":["renamed"],"answer":"mismatch","whole":"stop","short":"the file has your weights under other names, with {before} where the class has {after}","why":"File and class have the same tensor under two names, with {before} in the file and {after} in the class. It was not loaded.","do":"Rename what the file holds, load again, and save. If keys are still missing then, they should all be a head's, and new.","code":"from safetensors.torch import load_file  # or torch.load, for a .bin\nfrom transformers import {class}  # or your class\n\nfolder = \"checkpoints/pydoc-bert\"  # yours\nmodel = {class}.from_pretrained(folder)\nwanted = model.state_dict()\nweights = load_file(f\"{folder}/model.safetensors\")\nold, new = \"{old}\", \"{new}\"  # in the file, in the class\nfor name in list(weights):\n    if name.startswith(old) and name not in wanted:\n        weights[new + name[len(old):]] = weights.pop(name)\nmodel, report = type(model).from_pretrained(\n    None, config=model.config, state_dict=weights, output_loading_info=True\n)\nprint(\"still missing:\", report[\"missing_keys\"] or \"nothing\")\n","claims":["loading/wrong_prefix_leaves_the_encoder_random","paste_report/renaming_loads_the_encoder"]},{"name":"part_left_out","roles":["encoder","embedding alias","cross-attention","pooler","MLM head","LM head","MLM head of another name","output bias","decoder weight","decoder bias","tied output","NSP head","SOP head","discriminator head","task head","buffer","no weights","unknown"],"status":["unexpected"],"if":["one side","one part"],"answer":"dropped","whole":"unknown","short":"all that is left out is one part of a model of two: fine, if {class} is a class of the other part","why":"A class of one part, such as `T5EncoderModel` or `CLIPTextModel`, leaves the other part in the file. Its own part has other names than these, and nothing here says that it is new.","do":"Look for the sentence or the rows that say what is newly initialized. If there are none, do nothing. If {class} should have this part, load the class that the file was saved from.","claims":["paste_report/keys_of_five_families"]},{"name":"body_of_a_class_of_no_family","roles":["encoder","embedding alias","cross-attention","pooler","MLM head","LM head","MLM head of another name","output bias","decoder weight","decoder bias","tied output","NSP head","SOP head","discriminator head","task head","buffer","no weights","unknown"],"status":["unexpected"],"if":["one side","foreign prefix","class of no family"],"answer":"ignored","whole":"unknown","short":"{class} leaves out embeddings and layers of the file, and this page does not know what {class} needs","why":"If {class} should have this body, then it has it under other names, and they are random. If {class} is a class of another part of the model, nothing is lost.","do":"Look for the sentence or the rows that say what is newly initialized, and paste them, too.","claims":["loading/wrong_prefix_leaves_the_encoder_random"]},{"name":"part_of_another_family","roles":["MLM head","LM head","output bias","decoder weight","decoder bias","NSP head","SOP head","discriminator head","task head"],"status":["missing","unexpected","mismatched","conversion"],"if":["other family"],"answer":"unknown","whole":"unknown","short":"class and keys belong to two families","why":"`{key}` is a name of {family}'s, and {class} is of another family.","do":"Look at the class's own names.","claims":["paste_report/keys_of_five_families"]},{"name":"file_of_another_family","roles":["encoder","pooler"],"status":["unexpected"],"if":["other family"],"answer":"mismatch","whole":"stop","short":"the file is {family}'s, and the class is of another family","why":"`{key}` is a name of {family}'s. A class of another family has no place for it.","do":"Load the file with a class of its own family.","code":"from transformers import AutoConfig\n\nfolder = \"checkpoints/pydoc-bert\"  # yours\nprint(AutoConfig.from_pretrained(folder).architectures)  # the class it was saved from\n","claims":["loading/wrong_prefix_leaves_the_encoder_random","paste_report/keys_of_five_families"]},{"name":"body_left_out","roles":["encoder","embedding alias","pooler"],"status":["unexpected"],"if":["one side","whole body"],"answer":"mismatch","whole":"stop","short":"embeddings and layers of the file are not used, so {class} has them under other names, and they are random","why":"The file's whole body is left out. The class looks for the same tensors under other names, found none, and made random ones.","do":"Compare the names in the file with those of the class. Then load the file with the class that it was saved from, or rename what it holds.","code":"from safetensors import safe_open\n\nfolder = \"checkpoints/pydoc-bert\"  # yours\nwith safe_open(f\"{folder}/model.safetensors\", \"pt\") as file:\n    print(*sorted(file.keys()), sep=\"\\n\")\n","claims":["loading/wrong_prefix_leaves_the_encoder_random"]},{"name":"key_bias_missing","roles":["encoder"],"status":["missing"],"if":["key bias"],"answer":"unread","whole":"fine","short":"{which} is new, all zeros, and no output depends on it: a softmax ignores the bias of the keys","why":"A key's bias adds the same number to all scores that one token gives. The softmax takes it out again, so zeros in its place change nothing.","do":"Nothing.","claims":["paste_report/lost_key_bias_changes_nothing"]},{"name":"encoder_missing","roles":["encoder"],"status":["missing"],"answer":"random","whole":"stop","short":"the file has no tensor called {which}, so the class filled {it} with {values}","why":"What the file's model learned there is not in this one. A new normalisation layer has ones as its weight, a new bias is zeros, and any other new tensor is random.","do":"Stop. Look at the names in the file: is the tensor there under another name? Compare the number of layers in the configuration with the file's, and load the class that the file was saved from.","code":"from safetensors import safe_open\n\nfolder = \"checkpoints/pydoc-bert\"  # yours\nwith safe_open(f\"{folder}/model.safetensors\", \"pt\") as file:\n    print(*sorted(file.keys()), sep=\"\\n\")\n","claims":["loading/wrong_prefix_leaves_the_encoder_random","paste_report/layers_too_many_or_too_few","paste_report/missing_tensor_is_ones_zeros_or_random","loading/what_a_missing_part_costs"]},{"name":"encoder_mismatched","roles":["encoder","embedding alias"],"status":["mismatched","conversion"],"answer":"random","whole":"stop","short":"{which} did not fit, so the class filled {it} with {values}","why":"The file's tensor has another shape than the class, so the class made a new one. The configuration is not the file's.","do":"Stop. Load with the file's own configuration; a longer vocabulary comes afterwards, by `resize_token_embeddings`.","claims":["versions/mismatched_head_of_a_bin_is_newly_initialized","versions/resized_classic_bin_keeps_its_logits"]},{"name":"projection_unused","roles":["encoder"],"status":["unexpected"],"part":"embeddings_project","answer":"dropped","whole":"fine","short":"the message names a projection that this model does not use","why":"ELECTRA projects its embeddings only where `embedding_size` differs from `hidden_size`. Here they are equal, so the class has no such layer. The maintainers say that the published base and large files have it without using it.","do":"Nothing.","claims":["paste_report/electra_projects_only_where_sizes_differ"]},{"name":"foreign_prefix_left_out","roles":["encoder","embedding alias"],"status":["unexpected"],"if":["one side","foreign prefix"],"answer":"mismatch","whole":"unknown","short":"the file has a part of an encoder behind `{old}`, where {class} does not look","why":"These are a base model's names behind `{old}`. {class} has no such prefix, so it read nothing of them. If all names of the file begin so, the whole model is random; the sentence that says what is new is missing here.","do":"Load the file with the class that it was saved from. Or rename what the file holds, and load again.","code":"from safetensors.torch import load_file  # or torch.load, for a .bin\nfrom transformers import {class}  # or your class\n\nfolder = \"checkpoints/pydoc-bert\"  # yours\nmodel = {class}.from_pretrained(folder)\nwanted = model.state_dict()\nweights = load_file(f\"{folder}/model.safetensors\")\nold, new = \"{old}\", \"{new}\"  # in the file, in the class\nfor name in list(weights):\n    if name.startswith(old) and name not in wanted:\n        weights[new + name[len(old):]] = weights.pop(name)\nmodel, report = type(model).from_pretrained(\n    None, config=model.config, state_dict=weights, output_loading_info=True\n)\nprint(\"still missing:\", report[\"missing_keys\"] or \"nothing\")\n","claims":["loading/wrong_prefix_leaves_the_encoder_random","paste_report/renaming_loads_the_encoder"]},{"name":"encoder_unexpected","roles":["encoder","cross-attention"],"status":["unexpected"],"answer":"ignored","whole":"unknown","short":"the file has learned a part of the encoder that this class leaves out","why":"The file has it and the class does not, for instance because the configuration has fewer layers. What it learned is not used.","do":"If you did not mean to cut the model, load it with the file's own configuration.","claims":["paste_report/layers_too_many_or_too_few"]},{"name":"both_names_absent","roles":["decoder weight","embedding alias","tied output"],"status":["missing"],"if":["both absent"],"answer":"random","whole":"stop","headline":"A part of the model is random: stop","short":"the file has neither name of a tied pair, so `{key}` is random, and the output with it","why":"The class ties `{key}` to another name and found neither in the file. Either the file's names are not the class's, or the file lacks the matrix. A class of a decoder alone, such as `BartForCausalLM`, does not read an embedding that the file keeps for encoder and decoder.","do":"Load the file with the class that it was saved from, which its `config.json` names.","code":"from transformers import AutoConfig\n\nfolder = \"checkpoints/pydoc-bert\"  # yours\nprint(AutoConfig.from_pretrained(folder).architectures)  # the class it was saved from\n","claims":["loading/corrupted_line_is_about_the_head","inspect_checkpoint/names_of_families"]},{"name":"decoder_without_its_embedding","roles":["decoder weight","embedding alias"],"status":["missing"],"if":["source missing"],"answer":"random","whole":"stop","short":"`{alias}` was not loaded, so `{key}`, which is tied to it, is random as well","why":"Tied, it is the Parameter `{alias}` under a second name, and that one was not loaded either. Untied, it is a random matrix of its own.","do":"See what is said of `{alias}`: once that is loaded, this is.","claims":["weight_tying/decoder_weight_is_the_embedding","loading/wrong_prefix_leaves_the_encoder_random"]},{"name":"second_name_in_a_sentence","roles":["decoder weight","embedding alias"],"status":["missing"],"if":["no table","not of BERT's kind"],"answer":"alias","whole":"fine","short":"`{key}` is another name of `{alias}`, which was loaded, unless you untied it","why":"It is the Parameter `{alias}` under a second name. Releases that print such sentences counted the second name as new. Only with `tie_word_embeddings=False` is it a matrix of its own, and random then.","do":"Nothing. To be sure: `model.get_output_embeddings().weight is model.get_input_embeddings().weight`.","claims":["inspect_checkpoint/names_of_families"]},{"name":"embedding_not_tied","roles":["embedding alias"],"status":["missing","conversion"],"answer":"random","whole":"stop","headline":"A part of the model is random: stop","short":"`{key}` is not tied to `{alias}` here, so the model reads a random embedding","why":"`{key}` is a second name of `{alias}`, and these versions name it only where the two are not tied. Early releases of 5.x did not tie it for some configurations.","do":"Take the newest release, and check that `model.get_input_embeddings().weight` is the shared one.","claims":["inspect_checkpoint/names_of_families","paste_report/tied_decoder_weight_is_not_reported"],"versions":[["4.26.1",""]]},{"name":"embedding_is_an_alias","roles":["embedding alias"],"status":["missing","unexpected","conversion"],"answer":"alias","whole":"fine","short":"`{key}` is another name of `{alias}`, which was loaded","why":"It is the Parameter `{alias}` under a second name. These versions counted the second name as new.","do":"Nothing.","claims":["inspect_checkpoint/names_of_families","paste_report/tied_decoder_weight_is_not_reported"]},{"name":"cross_attention_missing","roles":["cross-attention"],"status":["missing","mismatched","conversion"],"answer":"random","whole":"train","short":"the class has layers of cross-attention, which an encoder's file does not hold","why":"`{key}` belongs to layers that a decoder or a Q-Former adds to the encoder. The file has none, so they are new.","do":"From an encoder's file: train them. From your own decoder's file: find the one that has them. If your program loads its trained weights next, look after that.","claims":["loading/cross_attention_is_new_in_a_decoder"]},{"name":"pretraining_head_of_another_name","roles":["MLM head of another name"],"status":["unexpected"],"if":["pre-training class"],"answer":"mismatch","whole":"train","short":"the file has the masked language model's head under names that {class} does not read, so its head is random","why":"DeBERTa's published files call the head `lm_predictions`, and {class} looks for `cls.predictions`. The head was not loaded: what it predicts is noise.","do":"Train the head. Or take a class that reads these names: some releases have the option `legacy=False` for it.","claims":["inspect_checkpoint/names_of_families"]},{"name":"pooler_of_a_base_class","roles":["pooler"],"status":["missing","mismatched","conversion"],"if":["base class"],"answer":"random","whole":"train","headline":"Train the pooler, or do not use it","short":"the pooler is not in the file, so `pooler_output` is noise; the vectors of the tokens do not depend on it","why":"A file from masked-language-model training has no pooler. The rest was loaded.","do":"Use `last_hidden_state`, or train the pooler with your head. In BERT and RoBERTa you can leave it out, each time you load:","code":"from transformers import AutoModel\n\nfolder = \"checkpoints/pydoc-bert\"  # yours\nmodel = AutoModel.from_pretrained(folder, add_pooling_layer=False)\n","claims":["loading/masked_lm_file_has_no_pooler"]},{"name":"pooler_missing","roles":["pooler"],"status":["missing","mismatched","conversion"],"answer":"random","whole":"train","short":"the pooler is not in the file, so it is random","why":"A file from masked-language-model training has no pooler. A head that reads the pooler's output reads noise until both are trained.","do":"Train it together with your head. If you use only the vectors of the tokens, leave it out, in BERT and RoBERTa, each time you load:","code":"from transformers import AutoModel\n\nfolder = \"checkpoints/pydoc-bert\"  # yours\nmodel = AutoModel.from_pretrained(folder, add_pooling_layer=False)\n","claims":["loading/masked_lm_file_has_no_pooler"]},{"name":"output_bias_without_the_report","roles":["output bias","decoder bias"],"status":["missing"],"if":["both absent","no rows"],"answer":"random","whole":"train","short":"the file has neither name of the output bias: most often it lacks the whole head. The report below the line tells: paste it, too","why":"The line names one tied pair. A file without the head lacks both names of its bias, and then the whole head is new. If the report's rows name nothing else of the head, only the bias is lost.","do":"Read the rows below the line. If they name the head's other tensors, train the head, or load a class without it.","claims":["loading/corrupted_line_is_about_the_head","paste_report/file_without_its_output_bias"]},{"name":"output_bias_lost","roles":["output bias","decoder bias"],"status":["missing"],"if":["head loaded","both missing"],"answer":"zeros","whole":"bias","short":"zeros take its place; the rest of the head was loaded","why":"These are two names of one bias, and the file has neither. Each token's score lacks its bias now, so at a few positions another token may come first.","do":"Load the bias from the file that you trained from, as here. Or train on: the bias learns again.","code":"from transformers import AutoModelForMaskedLM  # or your class\n\nfolder = \"checkpoints/pydoc-bert\"  # yours\noriginal = \"checkpoints/pydoc-bert\"  # yours: a file that has the bias\nmodel = AutoModelForMaskedLM.from_pretrained(folder)\nwhole = AutoModelForMaskedLM.from_pretrained(original)\nbias = whole.get_output_embeddings().bias\nmodel.get_output_embeddings().bias.data.copy_(bias.data)\nmodel.save_pretrained(\"with-its-bias\")\n","claims":["paste_report/file_without_its_output_bias","loading_questions/pydoc_bert_needs_its_output_bias"]},{"name":"output_bias_not_read","roles":["output bias"],"status":["missing"],"if":["head loaded","two names"],"answer":"unread","whole":"fine","short":"if this is the only row, your decoder is untied, and its own bias was loaded: nothing reads `{key}`","why":"These versions name it alone only if the decoder is untied. Then the decoder adds a bias of its own, `decoder.bias`, which was loaded. No output depends on `{key}`, so its zeros change nothing.","do":"Nothing.","claims":["paste_report/first_bias_is_not_read_untied","loading/untying_on_load_loses_the_bias"],"versions":[["5.0.0",""]]},{"name":"output_bias_of_one_name","roles":["output bias"],"status":["missing"],"if":["head loaded","two names"],"answer":"zeros","whole":"bias","short":"zeros take its place; the rest of the head was loaded","why":"The file has no `{key}`. Each token's score lacks its bias now, so at a few positions another token may come first.","do":"Load the bias from the file that you trained from, as here. Or train on: the bias learns again.","code":"from transformers import AutoModelForMaskedLM  # or your class\n\nfolder = \"checkpoints/pydoc-bert\"  # yours\noriginal = \"checkpoints/pydoc-bert\"  # yours: a file that has the bias\nmodel = AutoModelForMaskedLM.from_pretrained(folder)\nwhole = AutoModelForMaskedLM.from_pretrained(original)\nbias = whole.get_output_embeddings().bias\nmodel.get_output_embeddings().bias.data.copy_(bias.data)\nmodel.save_pretrained(\"with-its-bias\")\n","claims":["paste_report/file_without_its_output_bias","loading_questions/pydoc_bert_needs_its_output_bias"],"versions":[["0.6.2","2.3.0"]]},{"name":"output_bias_under_either_name","roles":["output bias"],"status":["missing"],"if":["head loaded","two names"],"answer":"unknown","whole":"unknown","short":"these versions name `{key}` also where the file has it as `decoder.bias`","why":"`{key}` has a second name, `decoder.bias`. If the file has that one, the bias was loaded. If it has neither, zeros take its place; the rest of the head was loaded either way.","do":"Look for a name that ends in `decoder.bias`:","code":"from safetensors import safe_open\n\nfolder = \"checkpoints/pydoc-bert\"  # yours\nwith safe_open(f\"{folder}/model.safetensors\", \"pt\") as file:\n    print(*sorted(file.keys()), sep=\"\\n\")\n","claims":["file_styles/decoder_bias_alone_is_enough","paste_report/file_without_its_output_bias"]},{"name":"output_bias_missing","roles":["output bias"],"status":["missing"],"if":["head loaded"],"answer":"zeros","whole":"bias","short":"zeros take its place; the rest of the head was loaded","why":"The file has no `{key}`. Each token's score lacks its bias now, so at a few positions another token may come first.","do":"Load the bias from the file that you trained from, as here. Or train on: the bias learns again.","code":"from transformers import AutoModelForMaskedLM  # or your class\n\nfolder = \"checkpoints/pydoc-bert\"  # yours\noriginal = \"checkpoints/pydoc-bert\"  # yours: a file that has the bias\nmodel = AutoModelForMaskedLM.from_pretrained(folder)\nwhole = AutoModelForMaskedLM.from_pretrained(original)\nbias = whole.get_output_embeddings().bias\nmodel.get_output_embeddings().bias.data.copy_(bias.data)\nmodel.save_pretrained(\"with-its-bias\")\n","claims":["paste_report/file_without_its_output_bias","loading_questions/pydoc_bert_needs_its_output_bias"]},{"name":"bias_of_a_new_head","roles":["decoder bias"],"status":["missing"],"if":["source missing"],"answer":"random","whole":"train","short":"the head is not in the file, so it is new","why":"Another name of `{alias}`, which was not loaded either. So it is new as well.","do":"Train the head, or load a class without it.","claims":["loading/pretraining_heads_on_an_encoder_file","paste_report/keys_of_five_families"]},{"name":"bias_of_an_untied_decoder","roles":["decoder bias"],"status":["missing"],"answer":"ignored","whole":"train","short":"`{key}` is a new bias, and the learned one is not used: the decoder was untied","why":"These versions name it only if the decoder is untied. The learned bias was loaded into `{alias}`, which no output depends on then.","do":"Load it tied: without `tie_word_embeddings=False`, and with `true` in the configuration. Otherwise the decoder must be trained.","code":"from transformers import BertForPreTraining\n\nfolder = \"checkpoints/pydoc-bert\"  # yours\nmodel = BertForPreTraining.from_pretrained(folder, tie_word_embeddings=True)\nhead = model.cls.predictions\nassert head.decoder.bias is head.bias  # one Parameter again\n","claims":["loading/untying_on_load_loses_the_bias","versions/untied_loading_loses_the_bias"],"versions":[["5.0.0",""]]},{"name":"bias_is_an_alias","roles":["decoder bias"],"status":["missing"],"answer":"alias","whole":"fine","short":"`{key}` is another name of `{alias}`, which was loaded","why":"It is the Parameter `{alias}` under a second name. Older files have it once; the loader counted the other name as new.","do":"Nothing. No training is needed for it.","claims":["weight_tying/decoder_bias_is_the_prediction_bias","versions/classic_file_reports_no_decoder_bias","versions/masked_lm_reports_no_decoder_bias","paste_report/keys_of_five_families"]},{"name":"untied_decoder","roles":["decoder weight"],"status":["missing"],"answer":"random","whole":"train","short":"the decoder's matrix is random, because it was untied","why":"`{alias}` was loaded. Then these versions name `{key}` only if the decoder is untied from it. The file has no matrix for it, so it is random.","do":"Load it tied: without `tie_word_embeddings=False`, and with `true` in the configuration. Otherwise the decoder must be trained.","code":"from transformers import BertForPreTraining\n\nfolder = \"checkpoints/pydoc-bert\"  # yours\nmodel = BertForPreTraining.from_pretrained(folder, tie_word_embeddings=True)\nembedding = model.bert.embeddings.word_embeddings\nassert model.cls.predictions.decoder.weight is embedding.weight\n","claims":["paste_report/tied_decoder_weight_is_not_reported","versions/untying_on_load_makes_a_random_decoder"],"versions":[["4.26.1",""]]},{"name":"decoder_is_an_alias","roles":["decoder weight"],"status":["missing"],"answer":"alias","whole":"fine","short":"`{key}` is another name of `{alias}`","why":"It is the Parameter `{alias}` under a second name, unless you untied it. These versions named it all the same.","do":"Nothing.","claims":["weight_tying/decoder_weight_is_the_embedding","paste_report/tied_decoder_weight_is_not_reported","paste_report/keys_of_five_families"]},{"name":"embedding_mismatched","roles":["tied output"],"status":["mismatched","conversion"],"part":"embed_tokens","answer":"random","whole":"stop","headline":"The word embedding is random: stop","short":"the word embedding did not fit, so it is random","why":"`{key}` has another number of rows in the file than in the class, so the class made a new one, and everything above it reads noise.","do":"Stop. Load with the file's own configuration; a longer vocabulary comes afterwards, by `resize_token_embeddings`.","claims":["versions/mismatched_head_of_a_bin_is_newly_initialized","versions/resized_classic_bin_keeps_its_logits"]},{"name":"output_layer_mismatched","roles":["output bias","decoder weight","decoder bias","tied output"],"status":["mismatched","conversion"],"answer":"random","whole":"train","short":"the output layer did not fit, so it is new","why":"The file's tensor has another number of rows than the class. The configuration's vocabulary is not the file's.","do":"Load with the file's own configuration; a longer vocabulary comes afterwards, by `resize_token_embeddings`.","claims":["versions/mismatched_head_of_a_bin_is_newly_initialized","versions/resized_classic_bin_keeps_its_logits"]},{"name":"pretraining_head_missing","roles":["MLM head","LM head","MLM head of another name","output bias","NSP head","SOP head"],"status":["missing","mismatched","conversion"],"answer":"random","whole":"train","short":"a pre-training head is not in the file, so it is new","why":"The file has no such head. Its matrices are random, and what it predicts is noise until it is trained.","do":"Train it, or load a class without it. The encoder was loaded all the same.","claims":["loading/pretraining_heads_on_an_encoder_file"]},{"name":"discriminator_head_missing","roles":["discriminator head"],"status":["missing","mismatched","conversion"],"answer":"random","whole":"train","short":"the discriminator's head is not in the file, so it is new","why":"The file has no such head, as a generator's file has none. It is random until it is trained.","do":"Load the discriminator's file, or train the head.","claims":["loading/pretraining_heads_on_an_encoder_file","paste_report/keys_of_five_families"]},{"name":"task_head_missing","roles":["task head"],"status":["missing","conversion"],"answer":"random","whole":"train","short":"the head for your task is new; if your classifier saved the file, look for the head first","why":"A file that no classifier saved does not have it. It is the layer for your task, and random until you train it.","do":"From a file that no classifier saved (pre-trained, or trained on with masked tokens): new, train it. From a file that your classifier saved: look first at UNEXPECTED (“not used”): the head may be there under another name or prefix, such as `fc.` or `module.`; then rename it. If you load an adapter next, look after that. If it is nowhere, it was not saved: find the checkpoint of the whole model.","claims":["weight_tying/classifier_is_not_tied","loading/masked_lm_file_has_no_pooler","loading/a_fine_tuned_file_has_its_head","loading/an_adapter_has_the_head_that_it_trains"]},{"name":"task_head_mismatched","roles":["task head"],"status":["mismatched"],"answer":"random","whole":"train","short":"the file's head has another size, so the class made a new one","why":"The file's head has another number of labels than the class. The class made a new one, which is random.","do":"Train it. To use the file's own head, load it with the file's own `num_labels`.","claims":["versions/mismatched_head_of_a_bin_is_newly_initialized"]},{"name":"bias_before_the_alias","roles":["decoder bias"],"status":["unexpected"],"answer":"alias","whole":"fine","short":"`{key}` is a second copy of `{alias}`","why":"In these versions the decoder has no bias of its own: the head adds `{alias}`. The file has it under both names.","do":"Nothing.","claims":["versions/decoder_has_a_bias"],"versions":[["0.6.2","2.3.0"]]},{"name":"half_of_a_strange_class","roles":["encoder","embedding alias","cross-attention","pooler","MLM head","LM head","MLM head of another name","output bias","decoder weight","decoder bias","tied output","NSP head","SOP head","discriminator head","task head","buffer","no weights","unknown"],"status":["unexpected"],"if":["half","strange class"],"answer":"dropped","whole":"unknown","short":"this lists what the file has and {class} does not; it does not list what is new in the class","why":"The file has it, and the class has no such name. This page does not know {class}, so only a list of missing keys tells what is new in it.","do":"Paste the sentence about what is newly initialized, too.","claims":["loading/masked_lm_drops_the_nsp_head"]},{"name":"half_of_rows","roles":["encoder","embedding alias","cross-attention","pooler","MLM head","LM head","MLM head of another name","output bias","decoder weight","decoder bias","tied output","NSP head","SOP head","discriminator head","task head","buffer","no weights","unknown"],"status":["unexpected"],"if":["half","no class"],"answer":"dropped","whole":"unknown","short":"these rows list what the file has and the class does not; rows of what is new may be missing here, and the class is not named","why":"The file has it, and the class has no such name. That alone loses nothing.","do":"Paste the whole report, from “LOAD REPORT” to the notes.","claims":["loading/masked_lm_drops_the_nsp_head"]},{"name":"half_of_a_base","roles":["encoder","embedding alias","cross-attention","pooler","MLM head","LM head","MLM head of another name","output bias","decoder weight","decoder bias","tied output","NSP head","SOP head","discriminator head","task head","buffer","no weights","unknown"],"status":["unexpected"],"if":["half","base class"],"answer":"dropped","whole":"unknown","short":"{class} has a pooler, and this part of the message does not tell whether the file has one","why":"The class leaves `{key}` in the file, which loses nothing. But a file from masked-language-model training often has no pooler, and the class makes a random one then.","do":"Look for the sentence or the rows that say what is new, and paste them, too. Without `pooler_output` all is fine.","claims":["loading/masked_lm_file_has_no_pooler"]},{"name":"half","roles":["pooler","MLM head","LM head","MLM head of another name","output bias","decoder weight","decoder bias","NSP head","SOP head","discriminator head","task head"],"status":["unexpected"],"if":["half"],"answer":"dropped","whole":"train","short":"{class} has a head that a file with these keys does not hold: it is new, and the sentence that names it is missing here","why":"The class leaves `{key}` in the file. A file saved with pre-training heads has no head for a task, and the other way round, unless somebody's own class had both.","do":"Train the head that the class adds. The message that loading printed about it begins “Some weights of {class} were not initialized”.","claims":["loading_questions/classifier_leaves_the_heads_unused","head_lives/fine_tuned_file_has_no_pretraining_heads"]},{"name":"head_unexpected","roles":["pooler","MLM head","LM head","MLM head of another name","output bias","decoder weight","decoder bias","tied output","NSP head","SOP head","discriminator head"],"status":["unexpected"],"answer":"dropped","whole":"fine","short":"the file has a head that this class does not use","why":"The file has a part that this class does not use, as a masked-language model has no next-sentence head. It is left out.","do":"Nothing. If you wanted that head, load the class of this family that has it.","claims":["loading/masked_lm_drops_the_nsp_head","loading/masked_lm_file_has_no_pooler"]},{"name":"task_head_unexpected","roles":["task head"],"status":["unexpected"],"answer":"dropped","whole":"fine","short":"the file has a head for another task","why":"The file was trained for a task whose head this class does not have. It is left out.","do":"Nothing. If you wanted that head, load the class that the file was saved from.","claims":["loading/masked_lm_drops_the_nsp_head"]},{"name":"names_with_gamma","roles":["unknown"],"status":["missing"],"if":["strange class"],"part":"gamma","answer":"random","whole":"stop","headline":"A part of the model is random: stop","short":"`{key}` has `gamma` in its name, and releases that rename it never find it in the file","why":"Some releases of transformers 4 read `gamma` as `weight` and `beta` as `bias`, in any class. A Parameter that the class itself calls so is new at each load, though the file has it.","do":"Rename the Parameter in your class, and in the file. Or take a release that keeps it: 4.51.3 and 4.57.6 do, 4.46.3 does not.","claims":["paste_report/gamma_and_beta_are_renamed"]},{"name":"unknown_body_mismatched","roles":["unknown"],"status":["mismatched"],"if":["inside"],"answer":"random","whole":"stop","headline":"A part of the model did not fit: stop","short":"{which} did not fit, so the class made {it} new","why":"`{key}` has another shape in the file than in the class, so the class made a new one. The configuration is not the file's.","do":"Stop. Load with the file's own configuration.","claims":["versions/mismatched_head_of_a_bin_is_newly_initialized"]},{"name":"own_head","roles":["unknown"],"status":["missing","mismatched","conversion"],"if":["strange class","outside"],"answer":"random","whole":"train","short":"what is new is {class}'s own layers","why":"`{key}` lies outside embeddings and layers, so it is a layer that {class} adds. The file has nothing under that name.","do":"From a file that {class} did not save: new, train it. From a file that it saved: look first at UNEXPECTED (“not used”): the layer may be there under another name or prefix; then rename it. If you load your trained weights or an adapter next, look after that. If it is nowhere, it was not saved: find the checkpoint of the whole model.","claims":["weight_tying/classifier_is_not_tied","loading/a_fine_tuned_file_has_its_head"]},{"name":"second_name_or_new","roles":["tied output"],"status":["missing","conversion"],"answer":"unknown","whole":"unknown","short":"`{key}` is usually a second name of something that was loaded, and fine then; untied it is new","why":"Output matrices are often tied to the word embedding, and an output bias has two names in many classes. Then `{key}` was loaded under its other name. If {class} does not tie, it is new.","do":"Check in the model which of the two it is:","code":"from transformers import {class}  # or your class\n\nfolder = \"checkpoints/pydoc-bert\"  # yours\nmodel, report = {class}.from_pretrained(\n    folder, output_loading_info=True\n)\nparameters = dict(model.named_parameters(remove_duplicate=False))\nfor missing in report[\"missing_keys\"]:\n    others = [n for n, p in parameters.items() if p is parameters.get(missing)]\n    print(missing, \"is also named\", set(others) - {missing} or \"nothing else\")\n","claims":["paste_report/keys_of_five_families"]},{"name":"unknown_in_a_strange_class","roles":["unknown"],"status":["missing","mismatched","conversion"],"if":["strange class"],"answer":"unknown","whole":"unknown","short":"this page does not know what `{key}` is in {class}","why":"This page knows the classes of fifteen families. In {class} `{key}` may be a new layer, or a second name of something that was loaded.","do":"Check in the model which of the two it is:","code":"from transformers import {class}  # or your class\n\nfolder = \"checkpoints/pydoc-bert\"  # yours\nmodel, report = {class}.from_pretrained(\n    folder, output_loading_info=True\n)\nparameters = dict(model.named_parameters(remove_duplicate=False))\nfor missing in report[\"missing_keys\"]:\n    others = [n for n, p in parameters.items() if p is parameters.get(missing)]\n    print(missing, \"is also named\", set(others) - {missing} or \"nothing else\")\n","claims":["paste_report/keys_of_five_families"]},{"name":"unknown_missing","roles":["unknown"],"status":["missing","mismatched","conversion"],"answer":"unknown","whole":"unknown","short":"this page does not know some of these keys","why":"This page knows the names of fifteen families, and this is none of them.","do":"Check in the model whether the name is an alias of something that was loaded:","code":"from transformers import {class}  # or your class\n\nfolder = \"checkpoints/pydoc-bert\"  # yours\nmodel, report = {class}.from_pretrained(\n    folder, output_loading_info=True\n)\nparameters = dict(model.named_parameters(remove_duplicate=False))\nfor missing in report[\"missing_keys\"]:\n    others = [n for n, p in parameters.items() if p is parameters.get(missing)]\n    print(missing, \"is also named\", set(others) - {missing} or \"nothing else\")\n","claims":["paste_report/keys_of_five_families"]},{"name":"class_is_whole","roles":["unknown"],"status":["unexpected"],"if":["nothing missing"],"answer":"dropped","whole":"fine","short":"every tensor of {class} came from the file; the file has more: {which}","why":"The report names no tensor as missing or of another shape. {class} has no place for `{key}`, and leaves it in the file.","do":"Nothing, if {class} is the class that you want. If the file is of a larger model, load the class that it was saved from.","claims":["paste_report/surplus_tensors_leave_the_class_whole"]},{"name":"unknown_unexpected","roles":["unknown"],"status":["unexpected"],"answer":"unknown","whole":"unknown","short":"this page does not know some of these keys","why":"This page knows the names of fifteen families, and this is none of them.","do":"Compare what the file holds with what the class has:","code":"from safetensors import safe_open\n\nfolder = \"checkpoints/pydoc-bert\"  # yours\nwith safe_open(f\"{folder}/model.safetensors\", \"pt\") as file:\n    print(*sorted(file.keys()), sep=\"\\n\")\n","claims":["paste_report/keys_of_five_families"]}],"patterns":[{"match":"(?:^|\\.)(?:position_ids|token_type_ids|inv_freq|num_batches_tracked)$","role":"buffer"},{"match":"(?:^|\\.)h\\.(?:\\{[^}]*\\}|[^.]+)\\.attn\\.(?:masked_)?bias$","role":"buffer"},{"match":"(?:crossattention|_query)\\.","role":"cross-attention"},{"match":"^(?:deberta\\.)?(?:lm_predictions|mask_predictions)\\.","role":"MLM head of another name"},{"match":"^nsp___cls$","role":"NSP head"},{"match":"^mlm___cls$","role":"MLM head"},{"match":"^(?:(?:dropout|activation)_\\d+|config)$","role":"no weights"},{"match":"(?:^|\\.)(?:(?:lm_head|proj_out|embed_out|embed_tokens)\\.weight|decoder\\.(?:weight|bias))$","role":"tied output"},{"match":"^(?:lm_head|lm_loss)\\.","role":"LM head"},{"match":"^(?:classifier|score|qa_outputs|classification_head)\\.","role":"task head"},{"match":"(?:^|\\.)pooler\\.dense\\.","role":"pooler"}],"retired":{"Roberta":{"lm_head.weight":"lm_head.decoder.weight"}},"kinds":[{"slug":"no-file-named","match":["Error no file named \\[?['`]?(?:pytorch_model|model\\.safetensors|tf_model|flax_model)","does not appear to have a file named .{0,80}?(?:(?<!diffusion_)pytorch_model|(?<![a-z_])model\\.safetensors)"],"whole":"error","short":"the folder has no file of weights under a name that this release reads","why":"`from_pretrained` looks for `model.safetensors` or `pytorch_model.bin`, or for the index of their parts. It found none in that folder or repository, so there is no model. TensorFlow's `tf_model.h5` and Flax's `flax_model.msgpack` count no longer: current releases read PyTorch's files alone.","do":"Look into the folder: an unfinished download, an adapter without its base model, parts without their index, or the folder above the right one? `from_tf=True` helps only where there is a TensorFlow file, and an old release.","code":"from pathlib import Path\n\nfolder = \"checkpoints/pydoc-bert\"  # yours\nfor path in sorted(Path(folder).iterdir()):\n    print(f\"{path.stat().st_size:>12,}  {path.name}\")\n","claims":["file_styles/archive_of_2018_must_be_unpacked"],"sources":["https://github.com/ThilinaRajapakse/simpletransformers/issues/346","https://github.com/cswry/SeeSR/issues/8"]},{"slug":"unable-to-load-weights-from-tf","match":["Unable to load weights from","If you tried to load a PyTorch model from a TF 2\\.0 checkpoint"],"whole":"error","short":"torch could not read the file; `from_tf` is rarely the reason","why":"The file is there, and torch cannot read it. The message guesses at TensorFlow. In the threads it was a broken or unfinished download, a pointer of git-lfs in place of the file, a path to a JSON file, or a file that an old torch does not know.","do":"Look at the file's size and its first bytes. Delete it and fetch it again. Give `from_pretrained` the folder, not a file in it.","code":"from pathlib import Path\n\npath = Path(\"checkpoints/pydoc-bert/model.safetensors\")  # yours\nwith path.open(\"rb\") as file:\n    print(path.stat().st_size, file.read(40))  # \"version https://git-lfs\": a pointer\n","sources":["https://github.com/lllyasviel/Fooocus/issues/379","https://github.com/valuesimplex/FinBERT/issues/3","https://github.com/Hanlard/Transformer-based-pretrained-model-for-event-extraction/issues/4"]},{"slug":"not-a-valid-model-identifier","match":["is not a valid model identifier"],"whole":"error","short":"neither a folder here nor a repository that you may read has this name","why":"What you gave is no folder in the current directory, so it was taken for a repository's name. There is none of that name, or it is private or gated, and you are not logged in.","do":"If you meant a path, print `os.getcwd()` and give the full path. If you meant a repository, open its page in a browser, and log in with `hf auth login` if it is gated.","sources":["https://huggingface.co/docs/transformers/main_classes/model"]},{"slug":"some-tensors-share-memory","match":["Some tensors share memory"],"whole":"error","headline":"Nothing was saved","short":"safetensors refuses to write one tensor under two names","why":"This is an error of saving. Two names in your dictionary are one tensor, as in a model with tied weights. `safetensors.torch.save_file` does not write it twice. If all names of the model are in the list, they are parts of one buffer, or have no data.","do":"Save with `model.save_pretrained(…)`, which knows what is tied. Do not use `safetensors.torch.save_model` for RoBERTa: it may keep the decoder's name alone, which other classes do not read. Clones of the tensors would be saved, but then the file no longer says that they are tied.","code":"from transformers import AutoModelForMaskedLM\n\nfolder = \"checkpoints/pydoc-bert\"  # yours\nmodel = AutoModelForMaskedLM.from_pretrained(folder)\nmodel.save_pretrained(\"saved\")\n","claims":["tie_tools/save_file_refuses_a_tie","tie_tools/save_model_drops_the_second_name","tie_tools/save_model_can_drop_the_encoders_name"],"sources":["https://github.com/safetensors/safetensors/issues/202","https://github.com/huggingface/trl/issues/5150"]},{"slug":"cannot-copy-out-of-meta-tensor","match":["Cannot copy out of meta tensor"],"whole":"error","headline":"There are no values to move","short":"some of the model's tensors have a shape and no values","why":"Tensors on the meta device have a shape and no data, so `.to(…)` finds nothing to copy. A model that was made on that device has only such tensors. One that `from_pretrained` gave may have single ones: in 5.0.0 to 5.3.0, from a classic `.bin` with both names of each tie, after another `vocab_size`, the decoder's matrix; in 4.51.1 to 4.57.6, from a file with `decoder.bias` alone, the output bias. `to_empty()` ends the error and leaves random memory in place of weights.","do":"Load the file with `from_pretrained`, in a current release. For another vocabulary load first, and then call `resize_token_embeddings`. If tensors are still on meta, print which. A part that `device_map` left on disk is on meta on purpose: do not move it; load without `device_map` if you must.","code":"from transformers import AutoModelForMaskedLM  # or your class\n\nfolder = \"checkpoints/pydoc-bert\"  # yours\nmodel = AutoModelForMaskedLM.from_pretrained(folder)\nempty = [name for name, one in model.state_dict().items() if one.is_meta]\nprint(\"without values:\", empty or \"nothing\")\nmodel.resize_token_embeddings(model.config.vocab_size + 8)  # if you need more\n","claims":["loading_traps/meta_tensors_have_nothing_to_copy","loading_traps/a_part_on_disk_is_on_meta","versions/another_vocab_size_leaves_no_tensor_on_meta","file_styles/decoder_bias_alone_is_enough","loading_traps/another_vocab_size_of_a_bin_fails"],"sources":["https://github.com/lm-sys/FastChat/issues/576"]},{"slug":"text-longer-than-the-positions","match":["(?:The size of tensor a|The expanded size of the tensor) \\((?!(?:640|768|960|1024|1152|1280|1536|2048|2560|3072|4096|5120|8192|16384|32768|65536)\\))(?:51[3-9]|5[2-9]\\d|[6-9]\\d\\d|\\d{4,6})\\) must match the (?:size of tensor b|existing size) \\((?:512|514)\\) at non-singleton dimension 1","(?:The size of tensor a|The expanded size of the tensor) \\((?!(?:640|768|960|1024|1152|1280|1536|2048|2560|3072|4096|5120|8192|16384|32768|65536)\\))\\d{4,6}\\) must match the (?:size of tensor b|existing size) \\((?:1024|2048|4096)\\) at non-singleton dimension 1","(?:position_embeddings|position_ids|token_type_ids|input_ids|modeling_\\w*bert).{0,2000}(?:The size of tensor a|The expanded size of the tensor) \\((?:51[3-9]|5[2-9]\\d|[6-9]\\d\\d|\\d{4,6})\\) must match the (?:size of tensor b|existing size) \\((?:512|514|1024|2048|4096)\\) at non-singleton dimension 1"],"whole":"error","headline":"The text is probably too long","short":"if this is a text model: the text has more tokens than the model has positions","why":"BERT has a vector for each of its positions, in most files 512. A longer text has positions without one. RoBERTa's kind begins to count after the pad token's id, so of 514 positions a text can use 512. The weights were loaded; it is the call that failed.","do":"Cut the text in the tokenizer, or split it: `tokenizer(text, truncation=True, max_length=512, return_tensors=\"pt\")`. The program finds the number for BERT's and RoBERTa's kind.","code":"from transformers import AutoModel, AutoTokenizer\n\nfolder = \"checkpoints/pydoc-bert\"  # yours\ntokenizer = AutoTokenizer.from_pretrained(folder)\nmodel = AutoModel.from_pretrained(folder)\npositions = model.embeddings.position_embeddings\nbefore = positions.padding_idx  # RoBERTa's kind counts from the id after it\nmost = positions.num_embeddings - (0 if before is None else before + 1)\ntext = \"one two \" * 1000\nbatch = tokenizer(text, truncation=True, max_length=most, return_tensors=\"pt\")\nprint(model(**batch).last_hidden_state.shape)\n","sources":["https://github.com/MaartenGr/BERTopic/issues/1852","https://github.com/lavis-nlp/spert/issues/60"]},{"slug":"bias-shorter-than-the-embedding","match":["The size of tensor a \\((?:[2-9]\\d{4}|\\d{6})\\) must match the size of tensor b \\((?:21128|28996|30522|30000|31090|32000|32128|50257|50265|50368|105879|119547|128100|250002)\\) at non-singleton dimension 2","(?:predictions|lm_head|decoder\\(hidden|vocab_size|resize_token_embeddings).{0,2000}The size of tensor a \\((?:[2-9]\\d{4}|\\d{6})\\) must match the size of tensor b \\((?!32768|65536|131072|262144)(?:[2-9]\\d{4}|\\d{6})\\) at non-singleton dimension 2"],"whole":"error","headline":"The output bias is too short","short":"the embedding was resized, and the output bias was not","why":"The two numbers are the new vocabulary and the old. The output matrix follows the word embedding to which it is tied; the bias is a tensor of its own, and it kept its length. Releases of 2019 forgot it; resizing the inner model alone does so today.","do":"Call `resize_token_embeddings` on the model with the head, not on `model.bert`, and take a current release.","code":"from transformers import AutoModelForMaskedLM\n\nfolder = \"checkpoints/pydoc-bert\"  # yours\nmodel = AutoModelForMaskedLM.from_pretrained(folder)\nmodel.resize_token_embeddings(model.config.vocab_size + 8)  # not of model.bert\nassert len(model.get_output_embeddings().bias) == model.config.vocab_size\nmodel.save_pretrained(\"resized\")\n","claims":["tie_breaks/resizing_the_inner_model_leaves_the_bias_short","versions/resizing_grows_the_bias"],"sources":["https://github.com/huggingface/transformers/issues/851","https://github.com/huggingface/transformers/issues/1124"]},{"slug":"error-in-loading-state-dict","match":["Error\\(s\\) in loading state_dict"],"short":"torch found names or shapes that do not fit, and stopped: do not use the model that is there","why":"“Error(s) in loading state_dict” is no warning: loading stopped there.","do":"Read the lines below it: missing, unexpected, or of another size. Each has its own mend.","claims":["loading_questions/strict_loading_refuses_position_ids","paste_report/strict_loading_wants_every_name"],"sources":["https://docs.pytorch.org/docs/stable/generated/torch.nn.Module.html"]},{"slug":"you-set-ignore-mismatched-sizes-to-false","match":["thus raising an error"],"short":"a tensor has another shape in the file than in the class","why":"“Thus raising an error” is no warning: where a shape differs, loading stops. What is said here of other keys is true once it loads.","do":"The report above it names the shapes. If only the head's differ, `ignore_mismatched_sizes=True` makes a new head, which you train. If the body's differ, the configuration is not the file's.","claims":["loading/mismatched_head_stops_loading"]},{"slug":"size-mismatch","rules":["refused_mismatched","refused_mismatched_body"]},{"slug":"unexpected-key-position-ids","rules":["refused_buffer"]},{"slug":"keys-in-state-dict","rules":["refused_base_of_an_adapter","refused_whole_body","refused_under_another_name","refused_missing","refused_unexpected","refused_alias","refused_second_name","refused_foreign_prefix","refused_base_prefix","refused_norms","refused_respelled"]},{"slug":"safetensors-file-is-cut","match":["Error while deserializing header"],"whole":"error","headline":"The file is not whole","short":"the file ends too early, or it is no safetensors file, so no tensor was read","why":"A safetensors file begins with a list of its tensors and where each of them ends. Here the file is shorter than its list says, or it has no such list. A download or a copy that stopped leaves such a file; so does git without git-lfs, which leaves a pointer of a few lines.","do":"Compare the file's size with the one on the repository's page. Delete the file and fetch it again: `from_pretrained(…, force_download=True)`, or `git lfs pull` in a clone.","claims":["paste_report/errors_before_any_tensor_is_read"]},{"slug":"config-is-not-valid-json","match":["It looks like the config file at .{0,400}?is not a valid JSON file","_dict_from_json_file.{0,2000}JSONDecodeError:"],"whole":"error","headline":"The configuration cannot be read","short":"`config.json` is damaged or empty, so no class was made and no weight was read","why":"`from_pretrained` reads `config.json` before anything else. It is no JSON: cut off, empty, edited with a comma too many, or a web page in place of the file.","do":"Print the file. `python -m json.tool config.json` says where it breaks. Mend it there, or fetch it again.","claims":["paste_report/errors_before_any_tensor_is_read"]},{"slug":"unrecognized-configuration-class","match":["Unrecognized configuration class","Unrecognized model in .{1,400}?Should have a","but Transformers does not recognize this architecture"],"whole":"error","headline":"No class was found for this model","short":"by its `config.json` this release has no such class, so no weight was read","why":"An `AutoModel…` chooses its class by `model_type` in `config.json`. The file does not say it, this release does not know it, or the family has no class for this task. An adapter's folder has no `model_type` either.","do":"Look for `model_type` in `config.json`. If it is missing, load with the model's own class, such as `BertModel.from_pretrained(folder)`. If the model is newer than your transformers, upgrade. If its family has no class for the task, take `AutoModel`, or the class that `architectures` names.","claims":["paste_report/errors_before_any_tensor_is_read"]},{"slug":"we-couldnt-connect-to-the-hub","match":["We couldn't connect to '?https?:","LocalEntryNotFoundError","host=\\W{0,4}[\\w.-]{0,40}(?:huggingface|hf-mirror)[\\w.-]{0,20}.{0,80}Max retries exceeded"],"whole":"error","headline":"The hub did not answer","short":"the files are not on this machine, and the hub could not be reached, so nothing was loaded","why":"What you gave is no folder here, so it was taken for a repository's name. Its files are not in the cache, and the download failed: no network, a proxy, a firewall, or `HF_HUB_OFFLINE=1`.","do":"If you meant a folder, check its path. If you meant a repository, open its page from the same machine, and set `HTTPS_PROXY` if you need one. Without a network, copy the folder from another machine and give its path.","claims":["paste_report/errors_before_any_tensor_is_read"]},{"slug":"found-missing-adapter-keys","match":["Found missing adapter keys"],"whole":"stop","headline":"A part of your adapter was not loaded","short":"these matrices are new and add nothing, so your fine-tuning is not applied there","why":"PEFT looked for these names in the adapter's file and did not find them. They are as PEFT makes them: the second matrix is zero, so the adapter changes nothing there. Usually the names differ by the class, by the adapter's name or by the release.","do":"Print the names in `adapter_model.safetensors` beside those in the message. Load with the class and the settings of the training.","code":"from safetensors import safe_open\n\npath = \"checkpoints/pydoc-bert/model.safetensors\"  # yours: adapter_model.safetensors\nwith safe_open(path, \"pt\") as file:\n    print(*sorted(file.keys())[:20], sep=\"\\n\")\n","sources":["https://github.com/huggingface/peft/issues/2566","https://github.com/huggingface/accelerate/issues/3704"]},{"slug":"names-with-base-layer","match":["\\.base_layer\\.(?:weight|bias)"],"whole":"own","headline":"These are PEFT's names","short":"`base_layer` is what PEFT calls a layer that it has wrapped; the weights under it are the base model's","why":"A model with adapters calls its own weights `base_model.model.….base_layer.weight`. A checkpoint of the adapter alone has none of them, and a plain `load_state_dict` misses them all. That says nothing against the base model.","do":"Load the base model with `from_pretrained` and the adapter with `PeftModel.from_pretrained`. With Trainer, resume from the folder that holds the adapter.","claims":["paste_report/merged_adapters_have_plain_names"],"sources":["https://github.com/huggingface/peft/issues/1453","https://github.com/huggingface/transformers/issues/29078"]},{"slug":"this-checkpoint-seem-corrupted","match":["This checkpoint seem corrupted"],"rules":["output_bias_without_the_report"],"short":"for the two names of the output bias, most often the head is new: train the head before you use it; for an embedding and the output matrix, stop: both are random","why":"“This checkpoint seem corrupted” says that the file has neither name of a tied pair. If the report names the rest of that head, too, the head is new: train it before you use it. If it names no other part, only the bias is lost. If the pair is an embedding and the output matrix, both are random, and so is all that the model says. The same words can be a ValueError, as in transformers' issue 42460: then loading stopped.","do":"Read the rows that the console prints below it. If you need vectors, load `AutoModel`. If you need the head, as for fill-mask, take a file that still has it, put it back from the file that training began with, or train it.","claims":["loading/corrupted_line_is_about_the_head","head_lives/heads_can_be_put_back","paste_report/file_without_its_output_bias","versions/encoder_only_file_is_called_corrupted"],"sources":["https://github.com/huggingface/transformers/issues/42460"]},{"slug":"missing-layer-norms","rules":["norms","respelled","trainer_norms"]},{"slug":"encoder-newly-initialized","rules":["encoder_missing","renamed","renamed_from_another_family","file_of_another_family","encoder_mismatched","body_left_out","embedding_mismatched","foreign_prefix_left_out","unknown_body_mismatched","decoder_without_its_embedding","both_names_absent","embedding_not_tied"]},{"slug":"weights-under-peft-names","rules":["encoder_under_adapters","head_under_adapters","adapter_left_out"]},{"slug":"classifier-newly-initialized","match":["^You should probably TRAIN this model"],"rules":["task_head_missing","own_head"],"short":"from a pre-trained file it is expected: the head for your task is new; from a file that your classifier saved, look for the head first","why":"A file that no classifier saved does not have the layer for your task. It is random until you train it. A file that your classifier's `save_pretrained` wrote has it. Yours lacks it if, for example, you saved the inner model alone, or loaded and saved it with a class of another task. If the list names layers or embeddings, too, stop: your weights were not loaded. If UNEXPECTED (“not used”) lists them under another prefix, rename them; they are lost only if it does not.","do":"From a file that no classifier saved (pre-trained, or trained on with masked tokens): new, train it. From a file that your classifier saved: look first at UNEXPECTED (“not used”): the head may be there under another name or prefix, such as `fc.` or `module.`; then rename it. If you load an adapter next, look after that. If it is nowhere, it was not saved: find the checkpoint of the whole model.","claims":["weight_tying/classifier_is_not_tied","loading/a_fine_tuned_file_has_its_head","loading/an_adapter_has_the_head_that_it_trains","loading/masked_lm_file_has_no_pooler"],"sources":["https://github.com/huggingface/transformers/issues/5421"]},{"slug":"classifier-of-another-size","rules":["task_head_mismatched","output_layer_mismatched"]},{"slug":"load-report-missing","match":["^-?MISSING: ?those params"],"short":"the file has nothing under these names: a new task's head is to be trained; for layers, embeddings, or a head that you have trained, look for other names in the file","why":"The table of transformers 5 calls a name MISSING if the class has it and the file has not. That is the same word for a `classifier.weight`, which no pre-trained file has, and for a whole encoder under another prefix.","do":"Read the names and not the status. If there is anything of `embeddings` or of `layer` among them, stop, with two exceptions: `position_ids` is harmless, and `crossattention` is expected where an encoder becomes a decoder; train that. If UNEXPECTED lists the same under another prefix, rename it. If only a task's head is there and no classifier saved the file, train it. If your classifier saved it, look for the head under UNEXPECTED, too; if it is nowhere, find the checkpoint of the whole model.","claims":["weight_tying/classifier_is_not_tied","loading/a_fine_tuned_file_has_its_head","loading/cross_attention_is_new_in_a_decoder","loading/wrong_prefix_leaves_the_encoder_random"]},{"slug":"load-report-mismatch","match":["^-?MISMATCH: ?ckpt weights"],"short":"whatever the words say, the file's tensors of these names are not in the model: a new head is to be trained, a new part of the body means stop","why":"The table of transformers 5 calls a name MISMATCH if file and class have it in two shapes. With `ignore_mismatched_sizes=True` the class makes a new tensor in its own shape. Without it, loading stops.","do":"If only the head's names are there, train the new head, or load with the file's own `num_labels`. If there is anything of `embeddings` or of `layer`, load with the file's own configuration.","claims":["versions/mismatched_head_of_a_bin_is_newly_initialized","loading/mismatched_head_stops_loading"]},{"slug":"pooler-newly-initialized","rules":["pooler_of_a_base_class","pooler_missing"]},{"slug":"cls-newly-initialized","rules":["pretraining_head_missing","discriminator_head_missing","pretraining_head_of_another_name","renamed_head","bias_of_a_new_head","untied_decoder","bias_of_an_untied_decoder"]},{"slug":"cross-attention-newly-initialized","rules":["cross_attention_missing"]},{"slug":"output-bias-newly-initialized","rules":["output_bias_lost","output_bias_not_read","output_bias_of_one_name","output_bias_under_either_name","output_bias_missing"]},{"slug":"decoder-bias-newly-initialized","rules":["bias_is_an_alias","bias_before_the_alias"]},{"slug":"lm-head-weight-newly-initialized","rules":["decoder_is_an_alias","embedding_is_an_alias","second_name_or_new","same_matrix_under_an_old_name","second_name_in_a_sentence"]},{"slug":"position-ids-newly-initialized","rules":["buffer","no_weights"]},{"slug":"cls-not-used","rules":["head_unexpected","half","half_of_rows","half_of_a_base","half_of_a_strange_class","task_head_unexpected","projection_unused"]},{"slug":"load-report-unexpected","match":["^-?UNEXPECTED: ?can be ignored"],"short":"the class does not use these tensors of the file: fine for the head of another task, not for layers or embeddings","why":"The table of transformers 5 calls a name UNEXPECTED if the file has it and the class has not. A file keeps the heads that it was trained with, and a class without them leaves them out. Names of layers mean that the file is deeper than the class, or that the class has them under another prefix.","do":"Read the names and not the status. For heads and for `position_ids` do nothing. If there is anything else of `embeddings` or of `layer`, look what is MISSING: if it is the same under another prefix, stop.","claims":["loading/masked_lm_drops_the_nsp_head","paste_report/layers_too_many_or_too_few","loading/wrong_prefix_leaves_the_encoder_random"]},{"slug":"encoder-layers-not-used","rules":["encoder_unexpected","part_left_out","body_of_a_class_of_no_family"]},{"slug":"all-weights-were-initialized","match":["All the (?:weights|layers) of \\w+ were initialized from the model checkpoint"],"short":"the library counts nothing of the class as missing; in some releases the output layer is not the file's all the same","why":"It says that the library counts no name as missing: each was in the file, or is one that it takes for a second name. 4.25.1 to 4.30.2 print it over a random decoder, where `tie_word_embeddings` is False and the file has no `decoder.weight`. 4.43.0 to 4.50.3 print it over an output bias of zeros, from a RoBERTa's file with `lm_head.bias` alone or a BERT's with `decoder.bias` alone. 4.51.3 prints it over that BERT, too, whose bias then has no values at all.","do":"Take a current release, or compare names and values with the file's. The program sees neither the configuration, such as the number of attention heads, nor the family. What is left over in the file is fine if it is a head that your class does not have.","code":"from pathlib import Path\n\nimport torch\nfrom safetensors.torch import load_file  # or torch.load, for a .bin\nfrom transformers import AutoModelForMaskedLM  # or your class\n\nfolder = \"checkpoints/pydoc-bert\"  # yours: a folder, not a name on the hub\nmodel = AutoModelForMaskedLM.from_pretrained(folder)\nparts = sorted(Path(folder).glob(\"model*.safetensors\"))  # one, or all shards\nfile = {k: v for part in parts for k, v in load_file(part).items()}\nprefix = f\"{model.base_model_prefix}.\"\n\ndef plain(name):\n    name = name.replace(\"LayerNorm.gamma\", \"LayerNorm.weight\")\n    return name.replace(\"LayerNorm.beta\", \"LayerNorm.bias\").removeprefix(prefix)\n\nown = {plain(k): v for k, v in model.state_dict(keep_vars=True).items()}\nright, wrong, left, dtypes = set(), set(), [], set()\nfor name, tensor in file.items():\n    if plain(name) not in own:\n        left.append(name)\n        continue\n    held = own[plain(name)]\n    same = not held.is_meta and torch.equal(held, tensor.to(held))\n    (right if same else wrong).add(id(held))\n    if held.dtype != tensor.dtype:\n        dtypes.add(f\"{tensor.dtype} became {held.dtype}\")\nbad = [k for k, v in own.items() if id(v) in wrong or id(v) not in right]\nbad = [name for name in bad if \"position_ids\" not in name]\nprint(\"not the file's:\", bad or \"nothing\")\nprint(\"left over in the file:\", left or \"nothing\")\nprint(\"dtype:\", *dtypes or [\"the file's\"])\n","claims":["loading/compare_a_model_with_its_file","loading_questions/roberta_bias_is_loaded","file_styles/decoder_bias_alone_is_enough","versions/untying_on_load_names_the_missing_decoder"],"sources":["https://github.com/hooshvare/parsbert-ner/issues/3"]},{"slug":"all-model-checkpoint-weights-were-used","match":["All model checkpoint (?:layers|weights) were used when initializing"],"short":"nothing of the file was left out; a sentence below it may still name what is new in the class","why":"“Were used” is about the file: each of its tensors has a place in the class. It does not say that the class got everything from the file. “Some weights … are newly initialized: ['classifier.weight']” can follow directly below it.","do":"Look for a second sentence. “Newly initialized” names what is new. Train a task's head, if no classifier saved the file. If your classifier saved it, the file lacks the head under every name: find the checkpoint of the whole model.","claims":["weight_tying/classifier_is_not_tied","loading/a_fine_tuned_file_has_its_head"],"sources":["https://github.com/hooshvare/parsbert-ner/issues/3"]},{"slug":"renamed-internally","match":["have been renamed internally","will be renamed internally to"],"rules":["names_with_gamma"],"whole":"aside","headline":"Fine for the library's BERT","short":"a published BERT loses nothing; a class with a `gamma` or `beta` of its own can lose it","why":"“Renamed internally”: the file has `gamma` and `beta`, which every release reads as `weight` and `bias` of a LayerNorm. Some releases of transformers 4 rename such names in every class. With 4.46.3 a class of your own loses a Parameter called `gamma`: it is new at each load. 4.51.3, 4.57.6 and 5.3.0 keep it.","do":"Nothing for a published BERT. In your own class, rename the Parameters, or take a release that keeps them.","claims":["versions/classic_bin_keeps_its_values","paste_report/gamma_and_beta_are_renamed"],"sources":["https://github.com/huggingface/transformers/pull/32656"]},{"slug":"missing-keys-in-the-checkpoint-model-loaded","match":["issing keys in the checkpoint model loaded"],"rules":["trainer_second_name","trainer_body","trainer_missing","trainer_adapter","trainer_base_of_an_adapter"],"short":"Trainer says it of the model that is there: for second names of tied weights a false alarm","why":"Trainer loads a checkpoint into the model that is there. What the checkpoint has not is not new: the model keeps what it had. At the end of a training, with `load_best_model_at_end`, these are the last step's values; where you resume, those you began with. A checkpoint in safetensors holds a tied matrix once, so its second name is missing there; older releases wrote both names into a `.bin`.","do":"Nothing for a tied `lm_head.weight` or `decoder.weight`. For any other name, load the checkpoint with `from_pretrained` and read what that prints.","claims":["versions/saved_file_has_one_name_of_a_tie","weight_tying/decoder_weight_is_the_embedding"],"sources":["https://github.com/huggingface/transformers/issues/27972"]},{"slug":"we-will-not-tie-them","match":["so we will NOT tie them"],"short":"the file has both names of a tied pair, and now they are two Parameters: both learned matrices are in the model","why":"“We will NOT tie them”: the file has both names of a tied pair. The first releases of 5 say so of any such pair; with “different values” in the words they say it only where the two differ. The model is right as it was loaded. While it trains, the two drift apart.","do":"If the two are equal, save the model with one of the names. If they differ, tying them discards one learned matrix. `tie_word_embeddings=False`, as the message advises, silences it, and loses the output bias of a file that has `cls.predictions.bias` alone: the decoder's is then all zeros. Copy `cls.predictions.bias` into it, then save.","claims":["loading_traps/the_warning_s_advice_loses_the_bias","loading_traps/two_copies_untie_for_good","versions/conflicting_matrices_are_both_kept","weight_tying/a_copy_drifts_a_tie_does_not"]},{"slug":"lost-key-bias","rules":["key_bias_missing"]},{"slug":"surplus-tensors","rules":["class_is_whole"]},{"slug":"the-model-weights-are-not-tied","match":["The model weights are not tied\\. ?Please use the"],"whole":"aside","short":"accelerate says it while it plans where to put the model; nothing is random because of it","why":"accelerate counts sizes before the weights are there, and sees no tied Parameters although the configuration ties: `init_empty_weights` makes an empty weight for each name. The plan may count one matrix twice. `from_pretrained` ties after loading. accelerate's own `load_checkpoint_and_dispatch` does not, and stops at the weight that the file lacks.","do":"If you call accelerate yourself, call `model.tie_weights()` before that. After loading, check that input and output are one Parameter:","code":"from transformers import AutoModelForMaskedLM\n\nfolder = \"checkpoints/pydoc-bert\"  # yours\nmodel = AutoModelForMaskedLM.from_pretrained(folder)\nwords = model.get_input_embeddings().weight\nprint(model.get_output_embeddings().weight is words)  # True: tied\n","claims":["untie_and_tie/accelerate_says_not_tied"],"sources":["https://github.com/huggingface/accelerate/issues/1761","https://github.com/huggingface/transformers/issues/30001"]},{"slug":"attention-mask-is-not-set","match":["The attention mask (?:is not set|and the pad token id were not set)"],"whole":"own","headline":"Pass the attention mask","short":"for one text without pads nothing changes; in a padded batch the pads are read as text","why":"`generate` was called with ids alone. It can make the mask from the pad ids only if the pad token is set and is not the end token. Otherwise it takes every token for text. The weights have no part in it.","do":"Give `generate` all that the tokenizer returns: `model.generate(**tokenizer(texts, padding=True, return_tensors=\"pt\"))`.","claims":["padding_families/generate_infers_the_mask"],"sources":["https://github.com/BAAI-DCAI/M3D/issues/15","https://github.com/manycore-research/SpatialLM/issues/69"]},{"slug":"setting-pad-token-id-to-eos-token-id","match":["Setting `?pad_token_id`? to (?:`?eos_token_id`?|\\d+ \\(first)"],"whole":"aside","headline":"Harmless","short":"`generate` needs an id to fill finished rows with, and takes the end token for it","why":"The model's configuration names no pad token, so `generate` fills the rows that end early with the end token. It is printed with and without an attention mask, and says nothing of the weights.","do":"Pass `pad_token_id=tokenizer.eos_token_id` to `generate`. If another line says that the attention mask is not set, that one matters: pass the mask.","sources":["https://github.com/huggingface/transformers/issues/12020","https://github.com/zai-org/ChatGLM2-6B/issues/22"]},{"slug":"we-strongly-recommend-passing-in-an-attention-mask","match":["We strongly recommend passing in an"],"whole":"own","headline":"Pass the attention mask","short":"the first or last id of a row is the pad token, and no mask came with it","why":"Without a mask the model takes pads for text. BERT's vectors of the text change then. A decoder such as GPT-2 gives the text's own tokens other logits if the pads are on the left, and the same if they are on the right. The weights have no part in it.","do":"Give the model all that the tokenizer returns: `model(**tokenizer(texts, padding=True, return_tensors=\"pt\"))`.","claims":["padding_forward/mask_is_not_inferred","padding_forward/padding_moves_only_without_the_mask","padding_families/left_padding_in_seven_decoders"]},{"slug":"right-padding-was-detected","match":["right-padding was detected"],"whole":"own","headline":"Pad on the left","short":"with pads on the right a decoder continues the pads in place of the text","why":"`generate` goes on after the last token of each row. If that is a pad, the continuation is another one. Up to 5.2.0, with or without a mask, and since 5.3.0 without one, it is a false alarm if no row has pads on the right and a text ends with an end token that is also the pad token. The advice is for `generate`. For BERT, and encoders that count positions from the row's start, pad on the right: pads on the left move the text to other positions, and the mask does not help there.","do":"To generate, set `tokenizer.padding_side = \"left\"` before you tokenize, and pass the mask. For BERT's vectors leave the pads on the right.","claims":["padding_families/right_padding_changes_the_continuation","padding_families/right_padding_is_detected","padding_families/left_padding_in_seven_decoders","padding_forward/left_padding_needs_position_ids"],"sources":["https://github.com/yxuansu/PandaGPT/issues/9"]}],"claims":{"paste_report/gamma_and_beta_are_renamed":{"claim":"`from_pretrained` reads a LayerNorm's `gamma` and `beta` as `weight` and `bias`; torch's `load_state_dict` stops at them until they are renamed.","page":"c/gamma-and-beta-are-renamed","span":"Under other versions: holds from transformers 2.0.0 on."},"paste_report/merged_adapters_have_plain_names":{"claim":"A file saved with PEFT's wrappers loads into a plain class without its `query`, which it holds as `base_layer`; merged with `merge_and_unload()` and saved, it loads completely.","page":"c/merged-adapters-have-plain-names","span":"Under other versions: cannot run in transformers 2.0.0 to 4.8.2; cannot run in transformers 4.24.0 to 4.46.3; holds from transformers 4.51.3 on. We could not test: transformers 4.18.0 (we hide the package tokenizers from this release, which refuses today's)."},"paste_report/strict_loading_wants_every_name":{"claim":"torch's `load_state_dict` stops at every name that only one side has, a tied tensor's second name too, after it has copied what fits; `from_pretrained` goes on from the same weights.","page":"c/strict-loading-wants-every-name","span":"Under other versions: cannot run in transformers 2.0.0 to 2.3.0; fails in transformers 2.4.1 to 4.24.0; holds from transformers 4.26.1 on."},"weight_tying/decoder_weight_is_the_embedding":{"claim":"`cls.predictions.decoder.weight` is the word embedding's own Parameter: one matrix under two names, not a copy.","page":"c/decoder-weight-is-the-embedding","span":"Under other versions: fails in transformers 2.0.0 to 2.3.0; holds from transformers 2.4.1 on."},"inspect_checkpoint/names_of_families":{"claim":"In each of fifteen families all classes have the same names for the encoder, but for a prefix, and one output matrix that is an alias, save ViT, which has none; XLM-R and CamemBERT have RoBERTa's names; without prefix and heads the files of BERT, RoBERTa and some of ELECTRA's look alike.","page":"c/names-of-families","span":"Under other versions: cannot run in transformers 2.0.0 to 4.1.1; fails in transformers 4.8.2 to 5.18.0; holds from transformers 5.23.0 on."},"paste_report/renaming_loads_the_encoder":{"claim":"A file whose names have a foreign prefix loads completely once the prefix is taken off them.","page":"c/renaming-loads-the-encoder","span":"Under other versions: holds from transformers 2.0.0 on."},"loading_questions/strict_loading_refuses_position_ids":{"claim":"torch's own `load_state_dict` refuses a file with `position_ids`, and takes the same file without it.","page":"c/strict-loading-refuses-position-ids","span":"Under other versions: holds in transformers 2.0.0 to 3.0.2; fails in transformers 3.5.1 to 4.30.2; holds from transformers 4.35.2 on."},"loading_questions/position_ids_change_nothing":{"claim":"A file with `position_ids` and the same file without it give the same model: the same outputs, and positions from 0 on.","page":"c/position-ids-change-nothing","span":"Under other versions: holds from transformers 2.0.0 on."},"weight_tying/decoder_bias_is_the_prediction_bias":{"claim":"`cls.predictions.decoder.bias` is `cls.predictions.bias`: one Parameter under two names, one value per token.","page":"c/decoder-bias-is-the-prediction-bias","span":"Under other versions: fails in transformers 2.0.0 to 2.3.0; holds from transformers 2.4.1 on."},"loading/mismatched_head_stops_loading":{"claim":"A classifier of another size than the file's stops loading; with `ignore_mismatched_sizes=True` all of it is new, its row says so, and the rest is the file's.","page":"c/mismatched-head-stops-loading","span":"Under other versions: cannot run in transformers 2.0.0 to 4.8.2; fails in transformers 4.18.0 to 4.57.6; holds from transformers 5.0.0 on."},"versions/resized_classic_bin_keeps_its_logits":{"claim":"A classic `.bin`, loaded and then resized, keeps the logits of the old tokens, and the new tokens get a bias of zero.","page":"c/resized-classic-bin-keeps-its-logits","span":"Under other versions: fails in pytorch-transformers 1.2.0; fails in transformers 2.0.0 to 2.3.0; holds in transformers 2.4.0 to 4.57.6; fails in transformers 5.0.0 to 5.3.0; holds from transformers 5.4.0 on."},"versions/position_ids_are_not_saved":{"claim":"`save_pretrained` writes no `position_ids`.","page":"c/position-ids-are-not-saved","span":"Under other versions: holds in pytorch-transformers 1.2.0; holds in transformers 2.0.0 to 3.0.2; fails in transformers 3.1.0 to 4.30.2; holds from transformers 4.31.0 on."},"paste_report/tied_decoder_weight_is_not_reported":{"claim":"From an encoder-only file, a tied `BertForMaskedLM` is not said to miss `cls.predictions.decoder.weight`: the embedding supplies it.","page":"c/tied-decoder-weight-is-not-reported","span":"Under other versions: fails in transformers 2.0.0 to 4.24.0; holds from transformers 4.26.1 on."},"loading/wrong_prefix_leaves_the_encoder_random":{"claim":"A file whose keys have a prefix that the class does not know loads without an error, and the encoder stays random.","page":"c/wrong-prefix-leaves-the-encoder-random","span":"Under other versions: cannot run in transformers 2.0.0 to 4.22.2; fails in transformers 4.23.0 to 4.30.2; holds from transformers 4.31.0 on."},"paste_report/keys_of_five_families":{"claim":"In five families of BERT's kind the output matrix of the masked language model is the word embedding, and its `decoder.bias`, where there is one, the head's own bias: aliases.","page":"c/keys-of-five-families","span":"Under other versions: cannot run in transformers 2.0.0 to 4.8.2; holds from transformers 4.18.0 on."},"paste_report/lost_key_bias_changes_nothing":{"claim":"A lost key bias changes no output of BERT and nine other families, because softmax ignores what all scores of a row share. DeBERTa-v2's outputs do change.","page":"c/lost-key-bias-changes-nothing","span":"Under other versions: cannot run in transformers 2.0.0 to 4.8.2; holds from transformers 4.18.0 on."},"paste_report/layers_too_many_or_too_few":{"claim":"Layers that only the file has are left out, and layers that only the class has are random: each time the program goes on.","page":"c/layers-too-many-or-too-few","span":"Under other versions: holds from transformers 2.0.0 on."},"paste_report/missing_tensor_is_ones_zeros_or_random":{"claim":"A missing tensor is filled by its kind: a norm's weight with ones, a bias with zeros, other weights with random numbers. This holds in 15 families, for a lost body and for one lost tensor.","page":"c/missing-tensor-is-ones-zeros-or-random","span":"Under other versions: cannot run in transformers 2.0.0 to 4.46.3; fails in transformers 4.51.3; holds in transformers 4.57.6 to 5.0.0; fails in transformers 5.2.0; holds in transformers 5.3.0; cannot run in transformers 5.4.0 to 5.12.1; holds from transformers 5.18.0 on."},"loading/what_a_missing_part_costs":{"claim":"How much a missing part costs depends on the part: in pydoc-bert missing key biases cost no right guess, random token types cost some, and random layers nearly all.","page":"c/what-a-missing-part-costs","span":"Under other versions: cannot run in transformers 2.0.0 to 4.8.2; fails in transformers 4.24.0; holds in transformers 4.26.1 to 5.0.0; fails in transformers 5.2.0; holds from transformers 5.3.0 on. We could not test: transformers 4.18.0 (we hide the package tokenizers from this release, which refuses today's)."},"versions/mismatched_head_of_a_bin_is_newly_initialized":{"claim":"With `ignore_mismatched_sizes=True` a classifier of another size gets new random values, as in a fresh BERT, and the encoder is the file's.","page":"c/mismatched-head-of-a-bin-is-newly-initialized","span":"Under other versions: cannot run in pytorch-transformers 1.2.0; cannot run in transformers 2.0.0 to 4.8.2; fails in transformers 4.9.0 to 4.36.2; holds from transformers 4.37.0 on."},"paste_report/electra_projects_only_where_sizes_differ":{"claim":"ELECTRA has the layer `embeddings_project` only where `embedding_size` differs from `hidden_size`; where they are equal, a file's projection is left out, and the outputs are the same without it.","page":"c/electra-projects-only-where-sizes-differ","span":"Under other versions: cannot run in transformers 2.0.0 to 2.5.1; holds from transformers 2.11.0 on."},"loading/corrupted_line_is_about_the_head":{"claim":"The line “This checkpoint seem corrupted”, on a file saved from `BertModel`, is about the MLM head's bias: the whole encoder is loaded, and the head is new.","page":"c/corrupted-line-is-about-the-head","span":"Under other versions: fails in transformers 2.0.0 to 4.57.6; holds from transformers 5.0.0 on."},"loading/cross_attention_is_new_in_a_decoder":{"claim":"From an encoder's file a BERT with `add_cross_attention=True` gets new cross-attention, and all else is the file's. Trained and saved, its own file lacks nothing.","page":"c/cross-attention-is-new-in-a-decoder","span":"Under other versions: cannot run in transformers 2.0.0 to 3.5.1; holds from transformers 4.1.1 on."},"loading/masked_lm_file_has_no_pooler":{"claim":"A file saved from `BertForMaskedLM` has no pooler: a classifier loaded from it gets a random one, beside its own new layer.","page":"c/masked-lm-file-has-no-pooler","span":"Under other versions: cannot run in transformers 2.0.0 to 2.11.0; fails in transformers 3.0.0 to 3.2.0; holds from transformers 3.3.0 on."},"paste_report/file_without_its_output_bias":{"claim":"A file without its output bias loads all other parts of a tied MLM head: both names of the bias are reported, each score lacks exactly the bias, and the original's bias mends it.","page":"c/file-without-its-output-bias","span":"Under other versions: cannot run in transformers 2.0.0 to 2.3.0; fails in transformers 2.4.1; holds in transformers 2.5.1 to 3.0.2; fails in transformers 3.5.1 to 4.30.2; holds from transformers 4.35.2 on."},"loading_questions/pydoc_bert_needs_its_output_bias":{"claim":"pydoc-bert without its output bias computes other scores, and at a few positions another token comes first.","page":"c/pydoc-bert-needs-its-output-bias","span":"Under other versions: cannot run in transformers 2.0.0 to 4.8.2; holds from transformers 4.24.0 on. We could not test: transformers 4.18.0 (we hide the package tokenizers from this release, which refuses today's)."},"paste_report/first_bias_is_not_read_untied":{"claim":"If `cls.predictions.bias` is the only missing key, the model is untied and nothing is lost: no output depends on that Parameter.","page":"c/first-bias-is-not-read-untied","span":"Under other versions: cannot run in transformers 2.0.0 to 2.3.0; fails in transformers 2.4.1 to 4.46.3; cannot run in transformers 4.51.3 to 4.57.6; holds from transformers 5.0.0 on."},"loading/untying_on_load_loses_the_bias":{"claim":"Loading an ordinary file with `tie_word_embeddings=False` makes a random decoder weight, and leaves the learned bias unused.","page":"c/untying-on-load-loses-the-bias","span":"Under other versions: cannot run in transformers 2.0.0 to 3.5.1; fails in transformers 4.0.0 to 4.57.6; holds from transformers 5.0.0 on."},"versions/decoder_has_a_bias":{"claim":"The decoder has a bias, and it is the head's own: one Parameter under two names.","page":"c/decoder-has-a-bias","span":"Under other versions: fails in pytorch-pretrained-bert 0.6.2; fails in pytorch-transformers 1.2.0; fails in transformers 2.0.0 to 2.3.0; holds from transformers 2.4.0 on."},"file_styles/decoder_bias_alone_is_enough":{"claim":"A file that has the MLM head's bias under its newer name `decoder.bias` alone loads completely: both names are one Parameter with the file's values.","page":"c/decoder-bias-alone-is-enough","span":"Under other versions: fails in pytorch-pretrained-bert 0.6.2; fails in pytorch-transformers 1.2.0; fails in transformers 2.0.0 to 2.5.0; holds in transformers 2.5.1 to 4.42.4; fails in transformers 4.43.0 to 4.50.3; cannot run in transformers 4.51.0; fails in transformers 4.51.1 to 4.57.6; holds from transformers 5.0.0 on."},"loading/pretraining_heads_on_an_encoder_file":{"claim":"all-MiniLM-L6-v2, a file without heads, loads its whole encoder into `BertForPreTraining`; both heads are new: random matrices, zero biases.","page":"c/pretraining-heads-on-an-encoder-file","span":"Under other versions: cannot run in transformers 2.0.0; fails in transformers 4.24.0 to 4.30.2; holds in transformers 4.35.2 to 4.57.6; fails in transformers 5.0.0 to 5.5.4; holds from transformers 5.12.1 on. We could not test: transformers 2.3.0 to 4.18.0 (we test without a network)."},"versions/untied_loading_loses_the_bias":{"claim":"Loaded with `tie_word_embeddings=False`, a file without `decoder.bias`, as all of 2018's are, loses its bias: zeros are added instead.","page":"c/untied-loading-loses-the-bias","span":"Under other versions: fails in pytorch-pretrained-bert 0.6.2; fails in pytorch-transformers 1.2.0; fails in transformers 2.0.0 to 4.57.6; holds in transformers 5.0.0 to 5.1.0; fails in transformers 5.2.0; holds from transformers 5.3.0 on."},"versions/classic_file_reports_no_decoder_bias":{"claim":"A file without `decoder.bias`, as all of 2018's are, loads without a word about that key; one that is really missing is named.","page":"c/classic-file-reports-no-decoder-bias","span":"Under other versions: holds in pytorch-pretrained-bert 0.6.2; holds in pytorch-transformers 1.2.0; holds in transformers 2.0.0 to 2.3.0; fails in transformers 2.4.0 to 4.24.0; holds from transformers 4.25.1 on."},"versions/masked_lm_reports_no_decoder_bias":{"claim":"BertForMaskedLM loads a file without `decoder.bias`, as all of 2018's are, without a word about that key; one that is really missing is named.","page":"c/masked-lm-reports-no-decoder-bias","span":"Under other versions: holds in pytorch-pretrained-bert 0.6.2; holds in pytorch-transformers 1.2.0; holds in transformers 2.0.0 to 2.3.0; fails in transformers 2.4.0 to 3.2.0; holds from transformers 3.3.0 on."},"versions/untying_on_load_makes_a_random_decoder":{"claim":"Loaded with `tie_word_embeddings=False`, a file without `decoder.weight` gets a random one, drawn as BERT draws it.","page":"c/untying-on-load-makes-a-random-decoder","span":"Under other versions: fails in pytorch-transformers 1.2.0; fails in transformers 2.0.0 to 3.0.2; holds in transformers 3.1.0 to 4.24.0; fails in transformers 4.25.1 to 4.26.1; holds from transformers 4.27.0 on."},"weight_tying/classifier_is_not_tied":{"claim":"A sequence classifier shares nothing with the embedding: its `classifier` is not in a masked-LM's file, so it is new, and no two of its tensors share memory.","page":"c/classifier-is-not-tied","span":"Under other versions: fails in transformers 2.0.0 to 2.3.0; holds from transformers 2.4.1 on."},"loading/a_fine_tuned_file_has_its_head":{"claim":"Your classifier's file has its head; under another name or prefix, such as `fc.` or `module.`, the head is UNEXPECTED, and renaming loads it. Saved from `model.bert`, or through `BertForPreTraining`, the file lacks it.","page":"c/a-fine-tuned-file-has-its-head","span":"Under other versions: fails in transformers 2.0.0 to 2.5.1; holds from transformers 2.11.0 on."},"loading/an_adapter_has_the_head_that_it_trains":{"claim":"A LoRA of a BERT classifier saves the head in its adapter if the `LoraConfig` says `task_type=\"SEQ_CLS\"`. With neither `task_type` nor `modules_to_save` the head is not in it.","page":"c/an-adapter-has-the-head-that-it-trains","span":"Under other versions: cannot run in transformers 2.0.0 to 4.8.2; cannot run in transformers 4.24.0 to 4.41.2; holds from transformers 4.46.3 on. We could not test: transformers 4.18.0 (we hide the package tokenizers from this release, which refuses today's)."},"loading/masked_lm_drops_the_nsp_head":{"claim":"From a file with both heads, `BertForMaskedLM` leaves the NSP head and the pooler unused, has no new weights, and predicts the same tokens.","page":"c/masked-lm-drops-the-nsp-head","span":"Under other versions: cannot run in transformers 2.0.0 to 3.5.1; fails in transformers 4.1.1 to 4.30.2; holds from transformers 4.35.2 on."},"loading_questions/classifier_leaves_the_heads_unused":{"claim":"From a file with both pre-training heads a classifier takes the encoder and the pooler whole, leaves the heads unused, and only `classifier` is new.","page":"c/classifier-leaves-the-heads-unused","span":"Under other versions: holds in pytorch-transformers 1.2.0; holds from transformers 2.0.0 on."},"head_lives/fine_tuned_file_has_no_pretraining_heads":{"claim":"Loaded as `BertForPreTraining`, a file that was saved from a classifier gives the encoder and the pooler, and both heads are new.","page":"c/fine-tuned-file-has-no-pretraining-heads","span":"Under other versions: holds in pytorch-pretrained-bert 0.6.2; holds in pytorch-transformers 1.2.0; holds from transformers 2.0.0 on."},"paste_report/surplus_tensors_leave_the_class_whole":{"claim":"A report that names surplus tensors alone speaks of a whole class: every tensor of it is the file's, and the outputs are the same.","page":"c/surplus-tensors-leave-the-class-whole","span":"Under other versions: cannot run in transformers 2.0.0 to 4.8.2; fails in transformers 4.18.0 to 4.26.1; holds in transformers 4.30.2 to 4.57.6; cannot run in transformers 5.0.0; holds from transformers 5.2.0 on."},"file_styles/archive_of_2018_must_be_unpacked":{"claim":"The `.tar.gz` of 2018 is not read by `from_pretrained`, and unpacked it has no `config.json`, so the class takes bert-base's sizes; renamed, its `bert_config.json` is enough.","page":"c/archive-of-2018-must-be-unpacked","span":"Under other versions: cannot run in transformers 4.18.0 to 4.30.2; holds from transformers 4.46.3 on. We could not test: transformers 2.0.0 to 3.0.2 (our program silences the log by a call that this release lacks); transformers 3.5.1 to 4.8.2 (our program hides progress bars by a call that this release lacks); transformers 4.35.2 to 4.41.2 (we test without a network)."},"tie_tools/save_file_refuses_a_tie":{"claim":"safetensors' `save_file` refuses the state dict of a tied model, and its message names each pair.","page":"c/save-file-refuses-a-tie","span":"Under other versions: fails in transformers 2.0.0 to 2.3.0; holds from transformers 2.4.1 on."},"tie_tools/save_model_drops_the_second_name":{"claim":"safetensors' `save_model` writes a tied BERT without the decoder's names; `load_model` and `from_pretrained` fill a tied model from it.","page":"c/save-model-drops-the-second-name","span":"Under other versions: cannot run in transformers 2.0.0 to 4.57.6; holds from transformers 5.0.0 on."},"tie_tools/save_model_can_drop_the_encoders_name":{"claim":"safetensors' `save_model` keeps the name that sorts first: RoBERTa's file then has `lm_head.decoder.weight` alone, and other classes load random word vectors.","page":"c/save-model-can-drop-the-encoders-name","span":"Under other versions: cannot run in transformers 3.5.1 to 4.57.6; holds from transformers 5.0.0 on. We could not test: transformers 2.0.0 to 3.0.2 (our program silences the log by a call that this release lacks)."},"loading_traps/meta_tensors_have_nothing_to_copy":{"claim":"A BERT made on the meta device has shapes and no values: `.to(\"cpu\")` is an error, and `to_empty` does not give the file's values. `from_pretrained` does.","page":"c/meta-tensors-have-nothing-to-copy","span":"Under other versions: holds from transformers 2.0.0 on."},"loading_traps/a_part_on_disk_is_on_meta":{"claim":"The part of a BERT that accelerate leaves on disk, by a `device_map`, is on meta and still computes; `.to(\"cpu\")` of it is an error. Loaded without `device_map`, nothing is on meta.","page":"c/a-part-on-disk-is-on-meta","span":"Under other versions: holds in transformers 2.0.0 to 3.5.1; cannot run in transformers 4.1.1 to 4.8.2; holds from transformers 4.18.0 on."},"versions/another_vocab_size_leaves_no_tensor_on_meta":{"claim":"Asked for another `vocab_size`, a classic `.bin` gives an error about meta tensors, and no model with a tensor that has no memory.","page":"c/another-vocab-size-leaves-no-tensor-on-meta","span":"Under other versions: cannot run in transformers 2.0.0 to 4.8.2; fails in transformers 4.9.0 to 5.3.0; holds from transformers 5.4.0 on."},"loading_traps/another_vocab_size_of_a_bin_fails":{"claim":"From a `.bin` that has the matrix under both names, `ignore_mismatched_sizes=True` with another `vocab_size` ends in an error about meta tensors. From one that has a single name it loads. Loaded first and resized then, both give the file's logits, also when they are saved and loaded again.","page":"c/another-vocab-size-of-a-bin-fails","span":"Under other versions: cannot run in transformers 2.0.0 to 4.8.2; fails in transformers 4.18.0 to 5.3.0; holds from transformers 5.4.0 on."},"tie_breaks/resizing_the_inner_model_leaves_the_bias_short":{"claim":"`model.bert.resize_token_embeddings(107)` grows the one matrix from 100 rows to 107, and not the bias: the model no longer runs, and its file no longer loads.","page":"c/resizing-the-inner-model-leaves-the-bias-short","span":"Under other versions: fails in transformers 2.0.0 to 4.41.2; holds from transformers 4.46.3 on."},"versions/resizing_grows_the_bias":{"claim":"`resize_token_embeddings` grows the bias too, and the longer model runs.","page":"c/resizing-grows-the-bias","span":"Under other versions: cannot run in pytorch-pretrained-bert 0.6.2; fails in pytorch-transformers 1.2.0; fails in transformers 2.0.0 to 2.3.0; holds from transformers 2.4.0 on."},"paste_report/errors_before_any_tensor_is_read":{"claim":"A cut file, a broken configuration, one without a known `model_type`, and an unreachable hub stop loading. Mended, and from a folder of this machine, the model loads; its own class needs no `model_type`.","page":"c/errors-before-any-tensor-is-read","span":"Under other versions: cannot run in transformers 2.0.0 to 4.36.2; holds from transformers 4.41.2 on."},"head_lives/heads_can_be_put_back":{"claim":"The encoder of a fine-tuned file, and pooler and heads of the file that it came from, make a whole `BertForPreTraining`, in which nothing is new and the decoder is tied, also after saving.","page":"c/heads-can-be-put-back","span":"Under other versions: cannot run in transformers 2.0.0 to 3.5.1; holds from transformers 4.1.1 on."},"versions/encoder_only_file_is_called_corrupted":{"claim":"Loading an encoder-only file into a class with heads logs that the file seems corrupted; a whole file is not called so.","page":"c/encoder-only-file-is-called-corrupted","span":"Under other versions: fails in pytorch-pretrained-bert 0.6.2; fails in pytorch-transformers 1.2.0; fails in transformers 2.0.0 to 4.57.6; holds from transformers 5.0.0 on."},"head_lives/three_classes_have_no_pooler":{"claim":"`BertForMaskedLM`, `BertForTokenClassification` and `BertForQuestionAnswering` have no pooler, so a file saved from them has none.","page":"c/three-classes-have-no-pooler","span":"Under other versions: fails in pytorch-pretrained-bert 0.6.2; fails in pytorch-transformers 1.2.0; fails in transformers 2.0.0 to 3.0.2; holds from transformers 3.5.1 on."},"loading_questions/distilbert_leaves_the_mlm_head_unused":{"claim":"DistilBERT's `vocab_*` keys are its MLM head: the bare model leaves them unused and is complete, and a classifier has two new layers.","page":"c/distilbert-leaves-the-mlm-head-unused","span":"Under other versions: fails in transformers 2.0.0 to 4.1.1; holds from transformers 4.8.2 on."},"loading/compare_a_model_with_its_file":{"claim":"Comparing a loaded BERT or RoBERTa with its file, tensor by tensor, finds what is not the file's, even if no key is missing. It also finds what is left over in the file, and another dtype. It does not see the configuration, such as the number of attention heads, nor the family.","page":"c/compare-a-model-with-its-file","span":"Under other versions: fails in transformers 2.0.0 to 3.5.1; holds in transformers 4.1.1 to 4.24.0; fails in transformers 4.26.1 to 4.30.2; holds in transformers 4.35.2 to 4.41.2; fails in transformers 4.46.3 to 4.57.6; holds from transformers 5.0.0 on."},"loading_questions/roberta_bias_is_loaded":{"claim":"From a RoBERTa file with `lm_head.bias` alone, and no `lm_head.decoder.bias`, the learned bias is loaded, not zeros, and the logits are the saved model's.","page":"c/roberta-bias-is-loaded","span":"Under other versions: holds in pytorch-transformers 1.2.0; holds in transformers 2.0.0 to 4.42.4; fails in transformers 4.43.0 to 4.50.3; cannot run in transformers 4.51.0; holds from transformers 4.51.1 on."},"versions/untying_on_load_names_the_missing_decoder":{"claim":"Loaded with `tie_word_embeddings=False`, a file without `decoder.weight` has that key reported as missing.","page":"c/untying-on-load-names-the-missing-decoder","span":"Under other versions: fails in pytorch-transformers 1.2.0; fails in transformers 2.0.0 to 3.0.2; holds in transformers 3.1.0 to 4.24.0; fails in transformers 4.25.1 to 4.30.2; holds from transformers 4.31.0 on."},"versions/classic_bin_keeps_its_values":{"claim":"A file of 2018's, with `gamma` and `beta` for the LayerNorms, loads with every value.","page":"c/classic-bin-keeps-its-values","span":"Under other versions: holds in pytorch-pretrained-bert 0.6.2; holds in pytorch-transformers 1.2.0; holds from transformers 2.0.0 on."},"versions/saved_file_has_one_name_of_a_tie":{"claim":"`save_pretrained` writes the tied tensors once: no `decoder.weight`, no `decoder.bias`, but the names that they are tied to.","page":"c/saved-file-has-one-name-of-a-tie","span":"Under other versions: fails in pytorch-transformers 1.2.0; fails in transformers 2.0.0 to 4.34.1; holds from transformers 4.35.0 on."},"loading_traps/the_warning_s_advice_loses_the_bias":{"claim":"A file whose two matrices differ loads right, with a warning. `tie_word_embeddings=False`, which the warning advises, silences it and loses the bias. With the bias copied, too, the model is right again, and stays so when it is saved and loaded.","page":"c/the-warning-s-advice-loses-the-bias","span":"Under other versions: cannot run in transformers 2.0.0 to 3.0.2; fails in transformers 3.5.1 to 4.57.6; holds in transformers 5.0.0; fails in transformers 5.2.0; holds from transformers 5.3.0 on."},"loading_traps/two_copies_untie_for_good":{"claim":"With `tie_word_embeddings = False` in its configuration, a copy of the matrix and a copy of the bias untie a BERT for good: saved, loaded and saved again, it gives the same logits, and is untied.","page":"c/two-copies-untie-for-good","span":"Under other versions: cannot run in transformers 2.0.0 to 2.3.0; fails in transformers 2.4.1 to 4.57.6; holds from transformers 5.0.0 on."},"versions/conflicting_matrices_are_both_kept":{"claim":"Where a file's two tied matrices differ, both are kept, and the tie is broken.","page":"c/conflicting-matrices-are-both-kept","span":"Under other versions: fails in pytorch-pretrained-bert 0.6.2; fails in pytorch-transformers 1.2.0; fails in transformers 2.0.0 to 4.57.6; holds from transformers 5.0.0 on."},"weight_tying/a_copy_drifts_a_tie_does_not":{"claim":"One training step tells a tie from a copy: a tied pair is still one Parameter, with one new value, and two equal matrices drift apart.","page":"c/a-copy-drifts-a-tie-does-not","span":"Under other versions: cannot run in transformers 2.0.0 to 3.5.1; holds from transformers 4.1.1 on."},"untie_and_tie/accelerate_says_not_tied":{"claim":"accelerate's “Removed shared tensor … while saving” is a false alarm for BERT: `from_pretrained` gives the tied model back. Its “The model weights are not tied” is true: accelerate cannot load that file until you call `tie_weights()`.","page":"c/accelerate-says-not-tied","span":"Under other versions: cannot run in transformers 2.0.0 to 4.18.0; fails in transformers 4.24.0 to 4.36.2; holds from transformers 4.41.2 on."},"padding_families/generate_infers_the_mask":{"claim":"`generate` of GPT-2 makes a missing attention mask from the pad ids if `generation_config` has the pad token and it is not the end token. A call of GPT-2 never does: it logs a message if `config` has the pad token.","page":"c/generate-infers-the-mask","span":"Under other versions: cannot run in transformers 2.0.0 to 4.36.2; holds from transformers 4.41.2 on."},"padding_forward/mask_is_not_inferred":{"claim":"BERT does not make the mask from the ids: without one it attends to every pad, as with a mask of ones.","page":"c/mask-is-not-inferred","span":"Under other versions: holds in pytorch-pretrained-bert 0.6.2; holds in pytorch-transformers 1.2.0; holds from transformers 2.0.0 on."},"padding_forward/padding_moves_only_without_the_mask":{"claim":"40 texts in one batch, padded on the right to a multiple of 8: with the mask each real token's vector is the one that it has alone, within 0.00005 of its length in float32, 0.01 in float16 and 0.1 in bfloat16. Without the mask each text has one that moves by more than 0.2, in each of the three.","page":"c/padding-moves-only-without-the-mask","span":"Under other versions: cannot run in transformers 4.24.0 to 4.51.3; holds from transformers 4.57.6 on. We could not test: transformers 2.0.0 to 3.0.2 (our program silences the log by a call that this release lacks); transformers 3.5.1 to 4.8.2 (we test without a network); transformers 4.18.0 (we hide the package tokenizers from this release, which refuses today's)."},"padding_families/left_padding_in_seven_decoders":{"claim":"With pads on the left GPT-2 and GPT-Neo need the mask and `position_ids`; OPT, BLOOM, Llama, Qwen3 and Gemma 2 need the mask alone, in float32 with large random weights, but a Llama with dynamic scaling needs both in a row longer than its length.","page":"c/left-padding-in-seven-decoders","span":"Under other versions: cannot run in transformers 2.0.0 to 5.3.0; fails in transformers 5.4.0 to 5.12.1; holds from transformers 5.18.0 on."},"padding_families/right_padding_changes_the_continuation":{"claim":"GPT-2s and Llamas with random weights, in float32, given the correct mask: with pads on the left each text is continued by the same 6 tokens as alone, with pads on the right most texts are continued by others.","page":"c/right-padding-changes-the-continuation","span":"Under other versions: cannot run in transformers 2.0.0 to 4.26.1; holds from transformers 4.30.2 on."},"padding_families/right_padding_is_detected":{"claim":"GPT-2's `generate` warns of right padding if a row of a batch ends in a 0 of the mask or, without a mask, in the pad token. It does not for one text, for embeddings, or if it knows neither a pad nor an end token: there the next token's scores are wrong in silence.","page":"c/right-padding-is-detected","span":"Under other versions: cannot run in transformers 2.0.0 to 4.36.2; fails in transformers 4.41.2 to 5.2.0; holds from transformers 5.3.0 on."},"padding_forward/left_padding_needs_position_ids":{"claim":"Left padding moves a text to other positions, and so BERT's vectors change although the mask is right; position ids that start at the text put them back.","page":"c/left-padding-needs-position-ids","span":"Under other versions: cannot run in transformers 2.0.0 to 3.5.1; holds from transformers 4.1.1 on."}},"examples":[{"name":"decoder_bias","title":"decoder.bias is new","text":"INFO: loading weights file FOLDER/pytorch_model.bin\nINFO: All model checkpoint weights were used when initializing BertForPreTraining.\n\nWARNING: Some weights of BertForPreTraining were not initialized from the model checkpoint at FOLDER and are newly initialized: ['cls.predictions.decoder.bias']\nYou should probably TRAIN this model on a down-stream task to be able to use it for predictions and inference."},{"name":"dropped","title":"keys not used","text":"INFO: loading weights file FOLDER/pytorch_model.bin\nWARNING: Some weights of the model checkpoint at FOLDER were not used when initializing BertForMaskedLM: ['cls.seq_relationship.bias', 'cls.seq_relationship.weight']\n- This IS expected if you are initializing BertForMaskedLM from the checkpoint of a model trained on another task or with another architecture (e.g. initializing a BertForSequenceClassification model from a BertForPreTraining model).\n- This IS NOT expected if you are initializing BertForMaskedLM from the checkpoint of a model that you expect to be exactly identical (initializing a BertForSequenceClassification model from a BertForSequenceClassification model).\nINFO: All the weights of BertForMaskedLM were initialized from the model checkpoint at FOLDER.\nIf your task is similar to the task the model of the checkpoint was trained on, you can already use BertForMaskedLM for predictions without further training.\nINFO: Generation config file not found, using a generation config created from the model config."},{"name":"encoder_only","title":"a LOAD REPORT, “seem corrupted”","text":"INFO: loading weights file FOLDER/pytorch_model.bin\nINFO: Since the `dtype` attribute can't be found in model's config object, will use dtype=torch.float32 as derived from model's weights\nWARNING: This checkpoint seem corrupted. The tied weights mapping for this model specifies to tie cls.predictions.bias to cls.predictions.decoder.bias, but both are absent from the checkpoint, and we could not find another related tied weight for those keys\nWARNING: BertForMaskedLM LOAD REPORT from: FOLDER\nKey                                        | Status     |\n-------------------------------------------+------------+-\npooler.dense.weight                        | UNEXPECTED |\npooler.dense.bias                          | UNEXPECTED |\ncls.predictions.transform.LayerNorm.bias   | MISSING    |\ncls.predictions.transform.dense.weight     | MISSING    |\ncls.predictions.decoder.bias               | MISSING    |\ncls.predictions.transform.dense.bias       | MISSING    |\ncls.predictions.bias                       | MISSING    |\ncls.predictions.transform.LayerNorm.weight | MISSING    |\n\nNotes:\n- UNEXPECTED:\tcan be ignored when loading from different task/architecture; not ok if you expect identical arch.\n- MISSING:\tthose params were newly initialized because missing from the checkpoint. Consider training on your downstream task."},{"name":"classifier","title":"a new classifier","text":"INFO: loading weights file FOLDER/pytorch_model.bin\nWARNING: Some weights of BertForSequenceClassification were not initialized from the model checkpoint at FOLDER and are newly initialized: ['classifier.bias', 'classifier.weight']\nYou should probably TRAIN this model on a down-stream task to be able to use it for predictions and inference."},{"name":"prefix","title":"2018, everything missing","text":"INFO: loading archive file FOLDER\nINFO: Weights of BertForMaskedLM not initialized from pretrained model: ['bert.embeddings.word_embeddings.weight', 'bert.embeddings.position_embeddings.weight', 'bert.embeddings.token_type_embeddings.weight', 'bert.embeddings.LayerNorm.weight', 'bert.embeddings.LayerNorm.bias', 'bert.encoder.layer.0.attention.self.query.weight', 'bert.encoder.layer.0.attention.self.query.bias', 'bert.encoder.layer.0.attention.self.key.weight', 'bert.encoder.layer.0.attention.self.key.bias', 'bert.encoder.layer.0.attention.self.value.weight', 'bert.encoder.layer.0.attention.self.value.bias', 'bert.encoder.layer.0.attention.output.dense.weight', 'bert.encoder.layer.0.attention.output.dense.bias', 'bert.encoder.layer.0.attention.output.LayerNorm.weight', 'bert.encoder.layer.0.attention.output.LayerNorm.bias', 'bert.encoder.layer.0.intermediate.dense.weight', 'bert.encoder.layer.0.intermediate.dense.bias', 'bert.encoder.layer.0.output.dense.weight', 'bert.encoder.layer.0.output.dense.bias', 'bert.encoder.layer.0.output.LayerNorm.weight', 'bert.encoder.layer.0.output.LayerNorm.bias', 'bert.pooler.dense.weight', 'bert.pooler.dense.bias', 'cls.predictions.bias', 'cls.predictions.transform.dense.weight', 'cls.predictions.transform.dense.bias', 'cls.predictions.transform.LayerNorm.weight', 'cls.predictions.transform.LayerNorm.bias', 'cls.predictions.decoder.weight']\nINFO: Weights from pretrained model not used in BertForMaskedLM: ['embeddings.word_embeddings.weight', 'embeddings.position_embeddings.weight', 'embeddings.token_type_embeddings.weight', 'embeddings.LayerNorm.weight', 'embeddings.LayerNorm.bias', 'encoder.layer.0.attention.self.query.weight', 'encoder.layer.0.attention.self.query.bias', 'encoder.layer.0.attention.self.key.weight', 'encoder.layer.0.attention.self.key.bias', 'encoder.layer.0.attention.self.value.weight', 'encoder.layer.0.attention.self.value.bias', 'encoder.layer.0.attention.output.dense.weight', 'encoder.layer.0.attention.output.dense.bias', 'encoder.layer.0.attention.output.LayerNorm.weight', 'encoder.layer.0.attention.output.LayerNorm.bias', 'encoder.layer.0.intermediate.dense.weight', 'encoder.layer.0.intermediate.dense.bias', 'encoder.layer.0.output.dense.weight', 'encoder.layer.0.output.dense.bias', 'encoder.layer.0.output.LayerNorm.weight', 'encoder.layer.0.output.LayerNorm.bias', 'pooler.dense.weight', 'pooler.dense.bias']"},{"name":"untied","title":"an untied decoder","text":"[transformers] BertForMaskedLM LOAD REPORT from: ordinary\nKey                            | Status  |\n-------------------------------+---------+-\ncls.predictions.decoder.bias   | MISSING |\ncls.predictions.decoder.weight | MISSING |\n\nNotes:\n- MISSING:\tthose params were newly initialized because missing from the checkpoint. Consider training on your downstream task.\nmissing, newly made:\n  cls.predictions.decoder.bias\n  cls.predictions.decoder.weight\ndecoder.weight is the saved one: False\nthe learned bias is in predictions.bias: True\nthe loss depends on predictions.bias: False\nlogits move by up to 2.95"},{"name":"prefix_5","title":"a foreign prefix","text":"[transformers] BertModel LOAD REPORT from: prefixed\nKey                                                         | Status     |\n------------------------------------------------------------+------------+-\nencoder_a.embeddings.LayerNorm.weight                       | UNEXPECTED |\nencoder_a.encoder.layer.0.intermediate.dense.weight         | UNEXPECTED |\nencoder_a.encoder.layer.0.attention.self.key.weight         | UNEXPECTED |\nencoder_a.encoder.layer.0.attention.self.query.weight       | UNEXPECTED |\nencoder_a.encoder.layer.0.output.dense.weight               | UNEXPECTED |\nencoder_a.encoder.layer.0.attention.output.dense.bias       | UNEXPECTED |\nencoder_a.encoder.layer.0.attention.output.LayerNorm.weight | UNEXPECTED |\nencoder_a.pooler.dense.bias                                 | UNEXPECTED |\nencoder_a.encoder.layer.0.attention.self.query.bias         | UNEXPECTED |\nencoder_a.encoder.layer.0.attention.output.LayerNorm.bias   | UNEXPECTED |\nencoder_a.encoder.layer.0.attention.self.value.weight       | UNEXPECTED |\nencoder_a.embeddings.token_type_embeddings.weight           | UNEXPECTED |\nencoder_a.encoder.layer.0.attention.self.key.bias           | UNEXPECTED |\nencoder_a.encoder.layer.0.attention.output.dense.weight     | UNEXPECTED |\nencoder_a.embeddings.word_embeddings.weight                 | UNEXPECTED |\nencoder_a.encoder.layer.0.intermediate.dense.bias           | UNEXPECTED |\nencoder_a.encoder.layer.0.output.LayerNorm.weight           | UNEXPECTED |\nencoder_a.pooler.dense.weight                               | UNEXPECTED |\nencoder_a.embeddings.position_embeddings.weight             | UNEXPECTED |\nencoder_a.encoder.layer.0.output.LayerNorm.bias             | UNEXPECTED |\nencoder_a.encoder.layer.0.attention.self.value.bias         | UNEXPECTED |\nencoder_a.encoder.layer.0.output.dense.bias                 | UNEXPECTED |\nencoder_a.embeddings.LayerNorm.bias                         | UNEXPECTED |\nencoder.layer.0.attention.output.LayerNorm.bias             | MISSING    |\nembeddings.position_embeddings.weight                       | MISSING    |\nencoder.layer.0.intermediate.dense.weight                   | MISSING    |\nencoder.layer.0.attention.self.value.weight                 | MISSING    |\npooler.dense.bias                                           | MISSING    |\nencoder.layer.0.attention.self.query.weight                 | MISSING    |\nembeddings.LayerNorm.weight                                 | MISSING    |\npooler.dense.weight                                         | MISSING    |\nencoder.layer.0.attention.output.dense.bias                 | MISSING    |\nencoder.layer.0.attention.self.query.bias                   | MISSING    |\nencoder.layer.0.attention.output.dense.weight               | MISSING    |\nencoder.layer.0.output.dense.weight                         | MISSING    |\nencoder.layer.0.output.dense.bias                           | MISSING    |\nencoder.layer.0.attention.self.key.weight                   | MISSING    |\nencoder.layer.0.attention.self.value.bias                   | MISSING    |\nencoder.layer.0.attention.output.LayerNorm.weight           | MISSING    |\nembeddings.LayerNorm.bias                                   | MISSING    |\nencoder.layer.0.output.LayerNorm.weight                     | MISSING    |\nencoder.layer.0.intermediate.dense.bias                     | MISSING    |\nembeddings.word_embeddings.weight                           | MISSING    |\nembeddings.token_type_embeddings.weight                     | MISSING    |\nencoder.layer.0.attention.self.key.bias                     | MISSING    |\nencoder.layer.0.output.LayerNorm.bias                       | MISSING    |\n\nNotes:\n- UNEXPECTED:\tcan be ignored when loading from different task/architecture; not ok if you expect identical arch.\n- MISSING:\tthose params were newly initialized because missing from the checkpoint. Consider training on your downstream task.\n\nmissing 23, unexpected 23, of 23 in the file\nmatrices equal to the file's: 0 of 10"}],"more":{"page":"loading/","place":"in-one-minute","words":"“Newly initialized”: does it matter? All messages in one table"}};

// clean.js
/* eslint-disable no-control-regex */
const ESCAPES = /\x1b\[[0-9;:?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)?|\x1b[@-Z\\-_]|\[(?:\d{1,3}(?:;\d{1,3}){0,4})m/g;
const UNSEEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
const BROKEN = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const BAR = /[^|'"\][\n]{0,60}\d{1,3}%\|[^|\n]{0,200}\|[^[\n]{0,60}\[[^\]\n]{0,120}\]?|Loading weights: +\d+it \[[^\]\n]{0,80}\]/g;
const PREFIXES = [
  /^\s*(?:(?:[>#│┃║]|\/\/)\s?)+/,
  /^\s*\[?\(?\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?\)?\]?[\s:|,-]*/,
  /^\s*\[?\d\d\/\d\d\/\d{2,4} \d\d:\d\d:\d\d(?:[.,]\d+)?\]?[\s:|-]*/,
  /^\s*\[?\d\d:\d\d:\d\d(?:[.,]\d+)?\]?[\s:|-]+/,
  /^\s*[IWEF]\d{4} \d\d:\d\d:\d\d\.\d+ +\d+ [\w.]+:\d+\] /,
  /^\s*\[(?:DEBUG|INFO|WARNING|ERROR|CRITICAL)\|[^\]\n]{0,120}\][^>\n]{0,60}>>\s*/,
  /^\s*\[?(?:DEBUG|INFO|WARNING|WARN|ERROR|CRITICAL)\]?(?::(?:transformers|pytorch_\w+)[\w.]*:|\s*[:|-]+\s*|\s{2,})/,
  /^\s*(?:transformers|pytorch_\w+)(?:\.\w+)+\s*[:|-]+\s*/,
  /^\s*\[(?:transformers|(?:default\d?|rank ?)?\d+)\]:?\s*/,
  /^\s*\((?:[\w-]+ )?pid=\d+[^)\n]{0,60}\)\s*/,
  /^\s*(?:stdout|stderr)(?:\s*[|:]| [FP](?= ))\s*/,
  /^\s*[a-z][\w-]{0,60}\s{0,20}\|(?:\s+(?!MISSING|UNEXPECTED|MISMATCH|CONVERSION|Status)|$)/,
];

function cleaned(line) {
  let text = line.replace(ESCAPES, "").replace(UNSEEN, "").replace(BROKEN, "\ufffd");
  if (text.includes("%|") || text.includes("it [")) text = text.replace(BAR, " ");
  text = text.replace(/[\u2018\u2019\u201b\u2032]/g, "'").replace(/[\u201c\u201d\u2033]/g, '"');
  text = text.replace(/&#0?39;|&apos;/g, "'").replace(/&quot;/g, '"').replace(/\\(?=["'])/g, "").replace(/\u2026/g, "...");
  text = text.replaceAll("**", "");
  if (STATUS.test(text)) text = text.replace(/^\s*\d+[.):]?\s+/, "").replace(CELLS, "$1|");
  for (let rounds = 0, before = ""; rounds < 8 && before !== text; rounds += 1) {
    before = text;
    for (const prefix of PREFIXES) text = text.replace(prefix, "");
  }
  return text.replace(/[│┃║]\s{0,9}$/, "");
}

const STATUS = /MISSING|UNEXPECTED|MISMATCH|CONVERSION/;
const CELLS = /(?<![\w.])(\w[\w.{},*-]{0,300}\.\w{1,80})[ \t]+(?=(?:MISSING|UNEXPECTED|MISMATCH|CONVERSION)(?!\w))/g;

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
const EXTENT = "(?:torch\\.Size)?\\(?\\[?([\\d,]*)\\]?\\)?";
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

const TUPLE = at("\\((['\"][\\w.]{1,80}['\"],?){2,20}\\),?");

function spelled(key) {
  return key.replace(/:0$/, "").replace(/_\._/g, ".").replace(/\//g, ".").replace(/_embeddings\.(?:embeddings|weight)$/, "_embeddings.weight").replace(/\.(?:kernel|scale|embedding)$/, ".weight");
}

function* tuples(text, place) {
  const keys = [];
  for (let match = matched(TUPLE, text, place); match; match = matched(TUPLE, text, place)) {
    keys.push({ key: spelled((match[0].match(/[\w.]+/g) ?? []).join(".")), detail: "" });
    place += match[0].length;
    if (keys.length % 200 === 0) yield;
  }
  return { keys, cut: !/[\]})]/.test(text[place] ?? "") };
}

function* listed(text, start) {
  const keys = [];
  if (/^[[{(]\(['"]/.test(text.slice(start, start + 3))) return yield* tuples(text, start + 1);
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
      if (open) end = place + 1 + (/^[\w.*/-]{0,300}/.exec(text.slice(place + 1, place + 301))?.[0].length ?? 0);
      const key = text.slice(place + 1, end);
      keys.push({ key: key.includes("/") ? spelled(key) : key, detail: "" });
      end += open ? 0 : 1;
    } else {
      const bare = /^(?:\d{1,9}\.)*[A-Za-z_][\w.*-]{0,300}/.exec(text.slice(place, place + 301))?.[0] ?? "";
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
  if (open && keys.length > 1 && !/^(?:weight|bias|gamma|beta)$/.test(keys.at(-1)?.key.split(".").at(-1) ?? "")) keys.pop();
  const ended = closing ? text.startsWith(closing, place) : !open;
  return { keys: keys.filter((one) => one.key), cut: !ended };
}

function sizes(file, model) {
  const spaced = [file, model].map((one) => (one ?? "").split(",").filter(Boolean).join(", "));
  if (model === undefined) return `(${spaced[0]}) in the file`;
  return `(${spaced[0]}) in the file, (${spaced[1]}) in the class`;
}

// messages_of_other_forms.js
const ERROR = { anchor: "Error(s)inloadingstate_dictfor", head: at(`Error\\(s\\)inloadingstate_dictfor${CLASS}:`) };
const RAISED = "thusraisinganerror";
const ABSENT = { anchor: "specifiestotie", head: at("specifiestotie([\\w.]{1,200}?\\.(?:weight|bias))to([\\w.]{1,200}?),butbothareabsent") };
const APART = at("specifiestotie([\\w.]{1,200}?\\.(?:weight|bias))to([\\w.]{1,200}?),butbotharepresentinthecheckpointswithdifferentvalues");
const SIZE = { anchor: "sizemismatchfor", head: at(`sizemismatchfor([\\w.]{1,300}?):copyingaparamwithshape${EXTENT}(?:fromcheckpoint,theshapeincurrentmodelis${EXTENT})?`) };
const PAIRS = at("mismatched_?keys['\"]?[=:][\\[{(](?=[\\[(.])");
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
    if (match) found.push({ place, form: "table", class: "?", from: "", status: "missing", absent: true, keys: [match[1], match[2]].map((key) => ({ key: key ?? "", detail: "" })) });
    const apart = matched(APART, text, place);
    if (apart) found.push({ place, form: "table", class: "?", from: "", status: "missing", keys: [], apart: apart.slice(1) });
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
  { anchor: "Some", form: "sentence", status: "missing", order: "cp", head: at(`Some(?:weights|layers)of${CLASS}werenotinitialized(?:from(?:the)?modelcheckpoint(?:at${PATH})?andarenewlyinitialized:|\\.\\.\\.(?:andarenewlyinitialized:)?(?=\\[))`) },
  { anchor: "Some", form: "sentence", status: "mismatched", order: "cp", head: at(`Some(?:weights|layers)of${CLASS}werenotinitializedfromthemodelcheckpoint(?:at${PATH}andarenewlyinitialized|\\.\\.\\.)becausetheshapesdidnotmatch:`) },
  { anchor: "Some", form: "sentence", status: "unexpected", order: "pc", head: at(`Some(?:weights|layers)(?:of|from)themodelcheckpointat${PATH}werenotusedwheninitializing${CLASS}:`) },
  { anchor: "SomeweightsorbuffersoftheTF2.0model", form: "", status: "missing", order: "c", head: at(`SomeweightsorbuffersoftheTF2\\.0model${CLASS}werenotinitializedfromthePyTorchmodelandarenewlyinitialized:`) },
  { anchor: "SomeweightsofthePyTorchmodel", form: "", status: "unexpected", order: "c", head: at(`SomeweightsofthePyTorchmodelwerenotusedwheninitializingtheTF2\\.0model${CLASS}:`) },
  { anchor: "Someweightsof", form: "", status: "missing", order: "c", head: at(`Someweightsof${CLASS}werenotinitializedfromtheFlaxmodelandarenewlyinitialized:`) },
  { anchor: "SomeweightsoftheFlaxmodel", form: "", status: "unexpected", order: "c", head: at(`SomeweightsoftheFlaxmodelwerenotusedwheninitializingthePyTorchmodel${CLASS}:`) },
  { anchor: "issingkeysinthecheckpoint", form: "trainer", status: "missing", order: "", head: at("issingkeysinthecheckpointmodelloaded:") },
  { anchor: "nexpectedkeysinthecheckpoint", form: "trainer", status: "unexpected", order: "", head: at("nexpectedkeysinthecheckpointmodelloaded:") },
  { anchor: "Missingkey(s)instate_dict:", form: "", status: "missing", order: "", stopped: true, head: at("Missingkey\\(s\\)instate_dict:") },
  { anchor: "Unexpectedkey(s)instate_dict:", form: "", status: "unexpected", order: "", stopped: true, head: at("Unexpectedkey\\(s\\)instate_dict:") },
  { anchor: "missing_keys", form: "", status: "missing", order: "", head: at("missing_keys['\"]?[=:](?=[\\[{(])") },
  { anchor: "unexpected_keys", form: "", status: "unexpected", order: "", head: at("unexpected_keys['\"]?[=:](?=[\\[{(])") },
  { anchor: "issingkeys", form: "", status: "missing", order: "", head: at("issingkeys['\"]?[=:](?=[\\[{(])") },
  { anchor: "nexpectedkeys", form: "", status: "unexpected", order: "", head: at("nexpectedkeys['\"]?[=:](?=[\\[{(])") },
];
const BEGUN = at("Some(?:weights|layers)(?:ofthemodelcheckpoint|fromthemodelcheckpoint|of([A-Z]\\w{0,79}?)werenot).{0,400}$");
const BEGINNING = /Some(?:[wl]\w{0,90})?(?:\.{3})?\W{0,4}$/;
const COMPLETE = [
  { anchor: "Allthe", head: at(`Allthe(?:weights|layers)of${CLASS}wereinitializedfromthemodelcheckpointat${PATH}\\.(?:Ifyourtask|[A-Z]|$)`) },
];
const FOUND_SHAPE = new RegExp(`-?([\\w.]{1,300}?):foundshape${EXTENT}(?:inthecheckpointand|\\.\\.\\.)${EXTENT}(?:inthemodelinstantiated)?`, "y");

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
      const library = /^(?:TF|Flax)/.exec(names[0] ?? "")?.[0] ?? (text.startsWith("Somelayers", place) ? "TF" : "");
      found.push({ place, form, class: names[0] ?? "", from: names[1] ?? "", status, keys, ...(library ? { library } : {}), ...(stopped ? { stopped } : {}), cut: cut && (form !== "" || order !== "" || keys.length > 0 || text.startsWith("...", start + 1)) });
    }
  }
  const last = Math.max(text.lastIndexOf("Someweights"), text.lastIndexOf("Somelayers"));
  const begun = last < 0 || found.some((one) => one.place === last) ? null : matched(BEGUN, text, last);
  if (begun) found.push({ place: last, form: "sentence", class: begun[1] ?? "", from: "", status: "missing", keys: [], cut: true });
  else if (BEGINNING.test(text.slice(-120))) found.push({ place: text.length, form: "sentence", class: "", from: "", status: "missing", keys: [], cut: true });
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
const CLASSES = /(?:TF|Flax)?(?:[A-Z][a-z]+)*(?:DistilBert|XLMRoberta|Camembert|Roberta|MobileBert|ConvBert|Albert|Electra|Bert)(?:For[A-Z]\w*|Model|LMHeadModel)$/;
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
  let notes = 0;
  for (const place of places(text, TABLE.anchor)) {
    yield;
    const before = text.slice(Math.max(startOf(starts, place), place - 80), place);
    const name = (CLASSES.exec(before) ?? /[A-Za-z_]\w*$/.exec(before))?.[0] ?? "";
    const after = text.indexOf(TABLE.anchor, place + 1);
    if (notes >= 0 && notes < place) notes = text.indexOf("Notes:-", place);
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
        keys: named(text.slice(start, end)).map((key) => ({ key, detail: detail ? sizes(detail[1], detail[2]) : "" })),
      });
    }
  }
}

function named(cell) {
  return cell.split(/,(?![^{]*\})/).filter(Boolean);
}

function keyStart(text, end, least) {
  let start = end;
  while (start > least && end - start < LONGEST_KEY && /[\w.{},*]/.test(text[start - 1] ?? "")) start -= 1;
  while (start < end && !/^(?:[A-Za-z_]|\d+\.|\{\d)/.test(text.slice(start, end))) start += 1;
  return start;
}

// messages.js
function* messages(text, starts) {
  const found = [];
  yield* sentences(text, found);
  yield* tables(text, starts, found);
  yield* oddments(text, found);
  if (isUnread(text, found)) found.push({ place: text.length, form: "sentence", class: "", from: "", status: "missing", keys: [], cut: true });
  found.sort((one, other) => one.place - other.place);
  return withClasses(found);
}

function isUnread(text, found) {
  const said = Math.max(...[/arenewlyinitialized/g, /notinitializedfrompretrainedmodel/g, /YoushouldprobablyTRAINthismodel/g].map((words) => text.match(words)?.length ?? 0));
  return said > found.filter(({ form, status, complete }) => form !== "table" && !complete && status !== "unexpected").length;
}

function withClasses(found) {
  let error = "";
  let above;
  found.forEach((one, index) => {
    if (one.form === "" && one.class) error = one.class;
    else if (one.form === "" && !one.class) one.class = error;
    if (one.class === "?") {
      const below = one.stopped ? undefined : found.slice(index + 1, index + 400).find((other) => other.form === "table" && other.class !== "?");
      const report = below ?? above;
      one.class = report?.class ?? "";
      one.from = report?.from ?? "";
    } else if (one.form === "table") above = one;
  });
  return found.filter((one) => one.keys.length || one.complete || one.cut || one.stopped || one.apart);
}

function bareKeys(text) {
  const lines = text.slice(0, 20000).replace(/^[ \t]*\* `.*$/gm, "");
  const names = lines.match(/(?<![\w.])\w[\w*]{0,80}(?:\.[\w*]{1,80}){0,20}\.(?:weight|bias|gamma|beta|kernel|\w+_ids)(?![\w.])/g) ?? [];
  const keys = [...new Set(names)].slice(0, 200).map((key) => ({ key, detail: "" }));
  const said = new Set(lines.match(/\b(?:MISSING|UNEXPECTED)\b/g));
  const [row] = said.size === 1 ? said : [];
  const status = row === "MISSING" ? "missing" : row ? "unexpected" : "unsaid";
  return keys.length ? [{ form: row ? "table" : "", class: "", from: "", status, keys }] : [];
}

// keys.js
function catalogue(rules) {
  const names = new Map(rules.families.map(({ name }) => [name, new Map()]));
  for (const row of rules.keys.rows) {
    const known = /** @type {Known} */ (/** @type {unknown} */ (Object.fromEntries(rules.keys.columns.map((column, at) => [column, row[at] ?? ""]))));
    const family = names.get(known.family);
    family?.set(known.key, known);
    if (!family?.has(collapsed(known.key))) family?.set(collapsed(known.key), known);
  }
  const named = [...rules.families.map(({ name, classes }) => ({ name, as: name, classes })), ...rules.same_names];
  return {
    names,
    bases: new Map(rules.families.map(({ name, prefix }) => [name, prefix.replace(/\.$/, "")])),
    classes: new Map(named.flatMap(({ name, as, classes }) => classes.map((ending) => [name + ending, as]))),
    stems: named.map(({ name, as }) => /** @type {[string, string]} */ ([name, as])).sort((one, other) => other[0].length - one[0].length),
    patterns: rules.patterns.map(({ match, role }) => ({ match: new RegExp(match), role })),
    spelling: rules.spelling,
    retired: rules.retired,
  };
}

function familyOf(name, known) {
  if (!name || /^(?:TF|Flax)?Auto|^(?:PreTrainedModel|Model)$/.test(name)) return "";
  return known.classes.get(name.replace(/^(?:TF|Flax)/, "")) ?? null;
}

function stemOf(name, known) {
  return known.stems.find(([stem]) => name.startsWith(stem))?.[1] ?? "";
}

function patterned(key, known) {
  const role = known.patterns.find(({ match }) => match.test(key))?.role;
  return role ? { key, family: "", role, module: "", shape: "", alias_of: "" } : null;
}

function likeliest(keys, known) {
  const step = Math.ceil(keys.length / 100);
  const some = keys.filter((_, at) => at % step === 0);
  for (let cut = 0; cut < 4; cut += 1) {
    const best = bestOf(some.map((key) => key.split(".").slice(cut).join(".")), known);
    if (best) return best;
  }
  return "";
}

function bestOf(keys, known) {
  let best = "";
  let most = 0;
  for (const [family, base] of known.bases) {
    let hits = 0;
    for (const key of keys) {
      if (key && meaning(key, family, known)) hits += isOwn(base, family) && key.split(".").includes(base) ? 3 : 1;
    }
    if (hits > most) [best, most] = [family, hits];
  }
  return best;
}

function isOwn(base, family) {
  return family.toLowerCase().includes(base);
}

function ownerOf(prefix, known) {
  const base = prefix.split(".")[0];
  return [...known.bases].find(([family, one]) => one === base && isOwn(one, family))?.[0] ?? "";
}

function headOf(name) {
  if (/For(?:SequenceClassification|TokenClassification|QuestionAnswering|MultipleChoice|ImageClassification)$/.test(name)) return "task";
  return /(?:For(?:MaskedLM|CausalLM|PreTraining|NextSentencePrediction)|LMHeadModel)$/.test(name) ? "pre-training" : "";
}

function isInside(key, known) {
  const bases = [...known.bases.values()];
  return key.split(".").slice(0, -2).some((part) => bases.includes(part)) || /^(?:encoder|embeddings|transformer)\./.test(key);
}

function valueOf(own) {
  if (!own?.module || own.role === "buffer") return "";
  if (own.key.endsWith("bias")) return "zeros";
  return own.module.endsWith("Norm") ? "ones" : "random";
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
  const modern = known.retired[family]?.[key] ?? today(key, known.spelling);
  for (const full of [modern, `${known.bases.get(family) ?? ""}.${modern}`]) {
    const found = rowOf(full, family, known);
    if (found) return { known: found, canonical: full };
  }
  return !key.includes(".") || key.endsWith(".*") ? layer(key.replace(/\.\*$/, ""), family, known) : null;
}

function rowOf(full, family, known) {
  const names = known.names.get(family);
  return names?.get(full.replace(/\.\d+(?=\.)/, ".N")) ?? names?.get(collapsed(full));
}

function layer(name, family, known) {
  const found = new Map();
  for (const one of known.names.get(family)?.values() ?? []) {
    if (!`${one.key}`.replace(`${known.bases.get(family)}.`, "").startsWith(`${name}.`) && !one.key.startsWith(`${name}.`)) continue;
    found.set(one.role, [...(found.get(one.role) ?? []), one]);
  }
  const most = [...found.values()].sort((one, other) => other.length - one.length)[0]?.[0];
  return most ? { known: { ...most, module: "", shape: "", alias_of: "" }, canonical: name } : null;
}

function understood(key, family, known) {
  const own = meaning(key, family, known);
  if (own) return own;
  const parts = key.split(".");
  for (const [other, base] of known.bases) {
    const theirs = other !== family && rowOf(key, other, known);
    if (theirs && (parts[0] !== base || isOwn(base, other)) && (parts[0] === base || theirs.role !== "task head")) {
      const alike = parts[0] === base ? meaning(parts.slice(1).join("."), family, known) : null;
      return { known: theirs, canonical: alike ? alike.canonical : key };
    }
  }
  for (let cut = 1; cut <= 16 && parts.length - cut >= 2; cut += 1) {
    const rest = meaning(parts.slice(cut).join("."), family, known);
    if (rest) return rest.known?.role === "encoder" || rest.known?.role === "pooler" || parts.length - cut > 2 ? rest : { known: null, canonical: rest.canonical };
  }
  const last = rowOf(parts.at(-1) ?? "", family, known);
  return { known: null, canonical: last ? last.key : key };
}

function foreignPrefix(key, canonical, base) {
  const tail = canonical.startsWith(`${base}.`) ? canonical.slice(base.length + 1) : canonical;
  if (!key.endsWith(`.${tail}`)) return "";
  const before = key.slice(0, -tail.length);
  return before === `${base}.` ? "" : before;
}

function* prefixed(longer, shorter) {
  const found = new Map();
  for (const [at, key] of longer.entries()) {
    if (at % 200 === 0) yield;
    for (let place = key.indexOf("."), depth = 0; place > 0 && depth < 16; place = key.indexOf(".", place + 1), depth += 1) {
      const rest = key.slice(place + 1);
      if (!shorter.has(rest)) continue;
      const prefix = key.slice(0, place + 1);
      found.set(prefix, (found.get(prefix) ?? new Map()).set(key, rest));
    }
  }
  const best = [...found.values()].sort((one, other) => other.size - one.size)[0] ?? new Map();
  return best.size >= 2 && 2 * best.size >= Math.min(longer.length, shorter.size) ? best : new Map();
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

// facts.js
const BODY_ROLES = ["encoder", "embedding alias"];
const BERTS_KIND = ["Bert", "Roberta", "DistilBert", "Albert", "Electra"];
const PRETRAINING_ROLES = ["MLM head", "LM head", "MLM head of another name", "output bias", "decoder weight", "decoder bias", "NSP head", "SOP head", "discriminator head"];
const LAYERED = /(?:^|\.)(?:layers?|h|blocks?|albert_layers)\.(?:\d+|\*|N|\{[^}]*\})\./;
const EMBEDDED = /(?:^|\.)(?:embeddings|(?:word|position|token_type)_embeddings|embed_tokens|wte|shared)\.(?!position_ids|token_type)/;
const BODY = /(?:^|\.)(?:encoder|decoder|embeddings?|layers?|blocks?|transformer|backbone|model)\./;
const PART = /^(?:model\.)?(?:decoder|(?:vision|text|audio|language)_(?:model|tower|encoder))\./;
const KEY_BIAS = /\.(?:key|key_global|k_proj|k_lin|k)\.bias$/;
const NORM = /(?:^|[._])(?:layer_?norm|norm\d?|ln_\w+)\.\w+$/i;


function* factsOfKeys(group) {
  const { all, meanings, messages, family, known } = group;
  const sides = sidesOf(all, meanings);
  const pairs = yield* paired(sides);
  const always = factsOfAll(group);
  yield;
  const ofBias = factsOfBias(all, meanings, family, known);
  yield;
  const whole = bodies(all);
  yield;
  const norms = new Set(["missing", "unexpected"].filter((side) => isNorms(all, side, meanings)));
  const absent = new Set(messages.flatMap((one) => (one.absent ? one.keys.map(({ key }) => key) : [])));
  yield;
  const noRows = messages.every((one) => one.absent || !one.keys.length);
  const parts = new Set(all.filter(({ plain }) => LAYERED.test(plain) || EMBEDDED.test(plain)).map(({ plain }) => PART.exec(plain)?.[0] ?? ""));
  const alone = sides.get("missing")?.size === 0;
  return (/** @type {string} */ key, /** @type {Status} */ status) => {
    const { known: own, canonical } = meanings.get(key) ?? { known: null, canonical: key };
    const other = sides.get(status === "missing" ? "unexpected" : "missing")?.get(canonical) ?? pairs.get(key);
    const two = other && other !== key && (status === "missing" || status === "unexpected");
    const facts = new Set([...always, ...ofBias(own)]);
    const { plain, wrapped, adapter } = unwrapped(key);
    let [old, fresh] = ["", ""];
    if (two) [old, fresh] = differing(status === "missing" ? [other, key] : [key, other], family, known, facts);
    if (own?.family && family && own.family !== family) facts.add("other family");
    if (own?.alias_of && ["missing", "mismatched", "conversion"].some((one) => sides.get(one)?.has(own.alias_of))) facts.add("source missing");
    const before = foreignPrefix(today(plain, known.spelling), canonical, known.bases.get(family) ?? "");
    if (!other && before && BODY_ROLES.includes(own?.role ?? "")) {
      facts.add("foreign prefix");
      const own = `.${known.bases.get(family)}.`;
      old = before.endsWith(own) && !/Model$/.test(group.named) ? before.slice(0, 1 - own.length) : before;
    }
    if (alone && facts.has("base or no class") && facts.has("refused") && family && ownerOf(key, known) === family && own?.role !== "buffer") {
      facts.add("base prefix");
      old = `${known.bases.get(family)}.`;
    }
    if (parts.size === 1 && PART.test(plain)) facts.add("one part");
    if (wrapped) facts.add("wrapped");
    if (adapter) facts.add("adapters");
    if (absent.has(key)) facts.add("both absent");
    if (absent.has(key) && noRows) facts.add("no rows");
    if (own?.role === "encoder" && KEY_BIAS.test(plain)) facts.add("key bias");
    if (norms.has(status) && NORM.test(key)) facts.add("norms alone");
    if (whole.has(status === "unexpected")) facts.add("whole body");
    if (status === "mismatched" && messages.some((one) => one.stopped)) facts.add("refused");
    if (LAYERED.test(key) || EMBEDDED.test(key) || isInside(key, known)) facts.add("inside");
    else if (!NORM.test(key) && !BODY.test(key)) facts.add("outside");
    return { facts, old, fresh };
  };
}

function factsOfAll({ all, meanings, messages, named, family, known }) {
  const strange = familyOf(named, known) === null;
  const forms = messages.map((one) => one.form);
  const facts = [];
  if (strange) facts.push("strange class");
  if (isOneSide(all, messages)) facts.push("one side");
  else if (all.every((one) => one.status === "unexpected")) facts.push("nothing missing");
  if (strange && !stemOf(named, known)) facts.push("class of no family");
  if (forms.includes("trainer")) facts.push("trainer");
  else if (!forms.includes("table")) facts.push("no table");
  if (!BERTS_KIND.includes(family)) facts.push("not of BERT's kind");
  if (headOf(named) === "pre-training") facts.push("pre-training class");
  if (messages.some((one) => one.stopped && one.form === "")) facts.push("refused");
  if (!/For|LMHead/.test(named)) facts.push("base or no class");
  if (!named) facts.push("no class");
  const based = /Model$/.test(named) && !/LMHead/.test(named);
  if (based) facts.push("base class");
  const pooled = based && [...(known.names.get(family)?.values() ?? [])].some(({ role }) => role === "pooler");
  if (isHalf([...meanings.values()], all, messages, named, strange, pooled)) facts.push("half");
  return facts;
}

function sidesOf(all, meanings) {
  const sides = new Map([["missing", new Map()], ["unexpected", new Map()], ["mismatched", new Map()], ["conversion", new Map()]]);
  for (const { key, status } of all) sides.get(status)?.set(meanings.get(key)?.canonical ?? key, key);
  return sides;
}

function differing([file, inClass], family, known, facts) {
  facts.add("renamed");
  if (unwrapped(file).wrapped) facts.add("adapters");
  const [old, fresh] = facts.has("adapters") ? ["", ""] : prefixes(today(file, known.spelling), today(inClass, known.spelling));
  if (!old && !fresh && !facts.has("adapters")) facts.add("respelled");
  if (![family, ""].includes(ownerOf(old, known))) facts.add("other family");
  return [old, fresh];
}

function bodies(all) {
  return new Set([true, false].filter((left) => isBody(all.filter((one) => (one.status === "unexpected") === left).map((one) => one.plain))));
}

function isBody(keys) {
  return keys.some((key) => LAYERED.test(key)) && keys.some((key) => EMBEDDED.test(key));
}

function isNorms(all, side, meanings) {
  const body = all.filter(({ key, status }) => status === side && meanings.get(key)?.known?.role === "encoder");
  return body.length > 2 && body.some(({ key }) => LAYERED.test(key)) && body.every(({ key }) => NORM.test(key));
}

function* paired(sides) {
  const [missing, unexpected] = [sides.get("missing") ?? new Map(), sides.get("unexpected") ?? new Map()];
  const [file, own] = [[...unexpected.values()], [...missing.values()]];
  const found = [...(yield* prefixed(file, new Set(own))), ...(yield* prefixed(own, new Set(file)))];
  if (!found.some(([key]) => LAYERED.test(key) || EMBEDDED.test(key))) return new Map();
  return new Map(found.flatMap(([one, other]) => [[one, other], [other, one]]));
}

function isOneSide(all, messages) {
  return all.length > 0 && all.every((one) => one.status === "unexpected") && !messages.some((one) => one.whole || one.complete);
}

function isHalf(meanings, all, messages, named, strange, pooled) {
  if (!isOneSide(all, messages)) return false;
  if (strange || (!named && messages.every((one) => one.form === "table"))) return true;
  const roles = meanings.map((one) => one.known?.role ?? "");
  const head = headOf(named);
  const task = roles.includes("task head");
  if (pooled) return roles.some((role) => PRETRAINING_ROLES.includes(role)) && !roles.some((role) => ["NSP head", "SOP head", "pooler"].includes(role));
  return (head === "task" && (task || roles.some((role) => PRETRAINING_ROLES.includes(role)))) || (head === "pre-training" && task);
}

// judge.js
const TIED_ROLES = ["decoder weight", "decoder bias", "output bias", "embedding alias", "tied output"];
const CUT = "the list is cut off or not readable, and what it hides may matter";
const WORDS = /(?:word_embeddings|tok_embeddings|embed_tokens|wte|shared|patch_embeddings\.projection)\.weight$/;
const DECODER = /^(?:model\.|transformer\.)?decoder\./;
const NEW = ["random", "zeros", "mismatch", "unread"];
const FILLED_WITH = { random: "random numbers", ones: "ones", zeros: "zeros" };
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
  const all = yield* listing(messages);
  const { family, meanings } = yield* understanding(all, named, known);
  const forms = [...new Set(messages.map((one) => one.form))];
  const era = eraOf(forms, version, rules);
  const factsOf = yield* factsOfKeys({ all, meanings, messages, named, family, known });
  const stopped = messages.some((one) => one.stopped);
  const library = messages.find((one) => one.library)?.library ?? "";
  const items = [];
  for (const [at, { key, status, detail }] of all.entries()) {
    if (at % 25 === 0) yield;
    const own = meanings.get(key)?.known ?? null;
    const { facts, old, fresh } = factsOf(key, status);
    const statuses = status === "unsaid" ? /** @type {Status[]} */ (["missing", "unexpected"]) : [status];
    for (const one of statuses) {
      const found = choices(rules.rules, own?.role ?? "unknown", key, one, facts, era);
      const filled = !stopped && one !== "unexpected" && found.some(({ rule }) => NEW.includes(rule.answer)) ? valueOf(own) : "";
      items.push({ key, status: one, detail, known: own, old, new: fresh, choices: found, value: filled && library ? "new" : filled });
    }
  }
  const buckets = yield* bucketed(items, rules);
  const unsaid = messages.some((one) => one.status === "unsaid");
  return { class: named, from: messages[0]?.from ?? "", forms, versions: era, library, unsaid, stopped, items, buckets, ...meant(items, rules, messages, known) };
}

function* listing(messages) {
  const keys = new Map();
  for (const one of messages) {
    for (const { key, detail } of one.keys) keys.set(`${one.status} ${key}`, { key, status: one.status, detail, ...unwrapped(key) });
    yield;
  }
  return [...keys.values()];
}

function* understanding(all, named, known) {
  const asked = familyOf(named, known);
  const strange = asked === null;
  const missing = all.filter((one) => one.status !== "unexpected");
  const names = (missing.length ? missing : all).map((one) => one.plain);
  const stem = strange ? stemOf(named, known) : "";
  const family = asked || stem || likeliest(names, known);
  const based = !strange || Boolean(stem) || bodies(all).size > 0 || all.some((one) => Boolean(ownerOf(one.plain, known)));
  const meanings = new Map();
  for (const [at, { key, status, plain, adapter }] of all.entries()) {
    if (at % 25 === 0) yield;
    let { known: own, canonical } = adapter ? { known: null, canonical: key } : understood(plain, family, known);
    if (!based && BODY_ROLES.includes(own?.role ?? "")) [own, canonical] = [null, key];
    const pattern = own || adapter ? null : patterned(plain, known);
    if (pattern) [own, canonical] = [pattern, key];
    if (strange && status !== "unexpected" && own && TIED_ROLES.includes(own.role)) own = { ...own, role: "tied output" };
    meanings.set(key, { known: own, canonical });
  }
  return { family, meanings };
}

function* bucketed(items, rules) {
  const buckets = new Map();
  for (const [at, item] of items.entries()) {
    if (at % 25 === 0) yield;
    const answers = item.choices.map((one) => one.rule.name + one.versions.join());
    const paired = item.old || item.new || item.choices.some(({ rule }) => rule.if?.some((fact) => fact === "renamed" || fact === "respelled"));
    const name = [paired ? "" : item.status, item.old, item.new, ...answers].join(" ");
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
  const order = Object.keys(rules.wholes);
  const found = ofKeys(items, rules, messages, known, order);
  const [one, other] = messages.find(({ apart }) => apart)?.apart ?? [];
  if (!one || (found.short && order.indexOf(found.whole) < order.indexOf("untied"))) return found;
  return { whole: "untied", short: `the class ties \`${one}\` and \`${other}\`, and the file has other values for each: the model keeps both` };
}

function ofKeys(items, rules, messages, known, order) {
  if (messages.some((one) => one.status === "unsaid")) return { whole: "unknown", short: "these are names of keys, without the message that says what happened to them" };
  const stopped = messages.some((one) => one.stopped);
  const cut = messages.some((one) => one.cut);
  const complete = messages.some((one) => one.complete);
  if (!items.length && stopped) return { whole: "error", short: STOPPED };
  if (!items.length && cut) return { whole: "unknown", short: CUT };
  if (!items.length) return { whole: complete ? "fine" : "unknown", short: complete ? "the library says that every weight was loaded" : "" };
  let [whole, short, headline] = ["fine", "", ""];
  let place = Infinity;
  for (const item of items) {
    const wholes = new Set(item.choices.map((one) => one.rule.whole));
    const [one] = item.choices;
    const now = wholes.size === 1 ? [...wholes][0] ?? "unknown" : "unknown";
    const first = now === whole && ["error", "stop"].includes(now) && one && rules.rules.indexOf(one.rule) < place;
    if (!short || first || order.indexOf(now) < order.indexOf(whole)) {
      place = one ? rules.rules.indexOf(one.rule) : place;
      whole = now;
      headline = one?.rule.headline ?? "";
      const alike = items.filter((other) => other.status === item.status && other.choices[0]?.rule === one?.rule);
      short = wholes.size > 1 ? `what \`${collapsed(item.key)}\` means depends on the version, and this message does not tell it` : filled(one?.rule.short ?? "", item, messages[0]?.class ?? "", alike);
    }
  }
  if (stopped) return { whole: "error", short: whole === "error" ? short : STOPPED };
  if (whole === "stop") return { whole, short, headline: lostOf(items, rules, known) || headline };
  const strange = whole === "train" && items.find((one) => one.status !== "unexpected" && !one.known && isInside(one.key, known));
  if (strange) return { whole: "unknown", short: `\`${collapsed(strange.key)}\` is new inside the encoder, and this page does not know it` };
  if (cut && order.indexOf(whole) > order.indexOf("unknown")) return { whole: "unknown", short: CUT };
  return { whole, short, headline };
}

function lostOf(items, rules, known) {
  const lost = items.filter(({ value, known: own, choices: [one] }) => value && own && BODY_ROLES.includes(own.role) && one?.rule.whole === "stop");
  if (!lost.length) return "";
  const family = lost[0]?.known?.family ?? "";
  const matrices = [...new Set(known.names.get(family)?.values())].filter((row) => row.role === "encoder" && valueOf(row) === "random");
  const decoder = matrices.filter(({ key }) => DECODER.test(key));
  const rows = new Set(lost.filter(({ key }) => /^0|^\{0|^$/.test(/(?<=\.)(?:\d+|\{[^}]*\})(?=\.)/.exec(key)?.[0] ?? "")).map((one) => one.known?.key));
  const most = (/** @type {Known[]} */ all) => all.length > 0 && 2 * all.filter(({ key }) => rows.has(key)).length > all.length;
  if (lost.every((one) => DECODER.test(one.known?.key ?? "")) && most(decoder)) return rules.stops.decoder;
  if (most(matrices) && [...rows].some((row) => WORDS.test(row ?? ""))) return decoder.length || family === "GPT2" ? rules.stops.model : rules.wholes.stop;
  return lost.some(({ value }) => value === "random") ? rules.stops.part : rules.stops.constant;
}

function filled(text, item, name, alike = [item]) {
  const names = [...new Set(alike.map(({ key }) => collapsed(key)))];
  const values = [...new Set(alike.map(({ value }) => FILLED_WITH[value] ?? "new values"))];
  const found = {
    key: collapsed(item.key),
    which: `\`${alike.length > 1 ? collapsed(item.key) : item.key}\`${names.length > 1 ? ` and ${names.length - 1} more ${names.length > 2 ? "names" : "name"}` : ""}`,
    it: alike.length > 1 ? "them" : "it",
    values: values.join(", ").replace(/, (?=[^,]*$)/, " and "),
    alias: item.known?.alias_of ?? "",
    family: item.known?.family ?? "",
    class: name || "the class",
    old: item.old,
    new: item.new,
    before: item.old ? `the prefix \`${item.old}\`` : "no prefix",
    after: item.new ? `the prefix \`${item.new}\`` : "no prefix",
  };
  return text.replace(/\{(key|which|it|values|alias|family|class|old|new|before|after)\}/g, (_, place) => found[place] ?? "");
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
const MOST_READ = 1_000_000;
const UNREAD = `only its first ${MOST_READ.toLocaleString("en")} characters were read, and what follows may matter`;
const NO_KEY = "this names no key as missing or not used; what it does say is below";

function* answering(text, rules) {
  const unread = text.length > MOST_READ;
  text = text.slice(0, MOST_READ);
  const { text: words, starts } = yield* squeezed(text);
  const kinds = [];
  for (const kind of rules.kinds) {
    if (kind.match?.some((pattern) => new RegExp(pattern.replace(/ /g, ""), "i").test(words))) kinds.push(kind);
    yield;
  }
  let found = yield* messages(words, starts);
  if (!found.some((one) => one.keys.length || one.complete) && !kinds.length) found = [...found, ...bareKeys(text)];
  const named = new Set([...text.matchAll(VERSION)].map((one) => one[1] ?? ""));
  const version = named.size === 1 ? ([...named][0] ?? "") : "";
  const groups = yield* judge(found, version, rules);
  for (const group of groups) group.from = spaced(group.from, text);
  const said = verdict(groups, kinds, words, rules);
  const order = Object.keys(rules.wholes);
  if (unread && order.indexOf(said.whole) >= order.indexOf("unknown")) Object.assign(said, { whole: "unknown", headline: rules.wholes.unknown, short: UNREAD });
  return { empty: !words, ...said, groups, kinds };
}

function spaced(path, text) {
  const letters = [...path].map((letter) => letter.replace(/[\\^$.*+?()[\]{}|]/, "\\$&"));
  const found = path && new RegExp(`(?:at|from:)[\\s|]*(${letters.join("\\s*")})`, "u").exec(text);
  return found ? (found[1] ?? "").replace(/[\r\n]/g, "") : path;
}

function verdict(groups, kinds, words, rules) {
  const order = Object.keys(rules.wholes);
  const [first] = groups;
  const said = kinds.filter((kind) => kind.whole).sort((one, other) => order.indexOf(one.whole ?? "") - order.indexOf(other.whole ?? ""))[0];
  if (said && (!first || order.indexOf(said.whole ?? "") < order.indexOf(first.whole))) {
    const whole = said.whole ?? "unknown";
    return { whole, headline: said.headline ?? rules.wholes[whole] ?? whole, short: said.short };
  }
  const whole = first?.whole ?? "unknown";
  return { whole, headline: first?.headline || (rules.wholes[whole] ?? whole), short: first?.short || (kinds.length ? NO_KEY : words ? NOTHING : "") };
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
const NOW = { random: "random now", ones: "all ones now", zeros: "all zeros now" };
const IF = { missing: "If it is called missing or newly initialized", unexpected: "If it is called unexpected or not used" };

function eraWords(group) {
  const [first, last] = group.versions;
  if (group.library) return `It is a message of ${group.library === "TF" ? "TensorFlow's" : "Flax's"} classes, so we read it as one of transformers 4 or earlier: 5 has PyTorch's classes alone.`;
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

function program({ rule }, item, group) {
  return rule.code && !group.library ? filled(rule.code, item, group.class || "AutoModel") : "";
}

function whenWords(choice, choices) {
  if (choices < 2) return "";
  return choice.versions.length ? `In ${choice.versions.map(rangeWords).join(", ")}: ` : "In all other versions: ";
}

function statusWords(status, count, { unsaid, stopped, forms }) {
  if (unsaid) return IF[/** @type {"missing"} */ (status)];
  return `${count.toLocaleString("en")} ${count === 1 ? "key" : "keys"} ${(stopped || forms.includes("trainer") ? CALLED_IN_AN_ERROR : CALLED)[status]}`;
}

function nameWords({ known, detail, value }, count, rules) {
  const words = [];
  if (count > 1) words.push(`${count} layers`);
  if (known?.module) words.push(known.role === "task head" || !known.shape ? known.module : `${known.module}, ${known.shape} in ${rules.families.find(({ name }) => name === known.family)?.published}`);
  if (known?.alias_of) words.push(`alias of ${known.alias_of}`);
  if (detail) words.push(detail);
  if (value) words.push(NOW[value] ?? value);
  return words.join("; ");
}

function pageOf({ rule }, group, rules) {
  return rules.kinds.find(({ rules: names, forms }) => names?.includes(rule.name) && (!forms || group.forms.some((form) => forms.includes(form))))?.slug ?? "";
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
      made("strong", {}, `${answer.headline}${about}.`),
      " ",
      ...prose(reason(answer.short, rules)),
    ),
    ...(rules.more ? [made("p", { class: "paste-more" }, made("a", { href: `${link(rules.more.page)}#${rules.more.place}` }, rules.more.words))] : []),
  ];
}

function details(answer, rules, link, level) {
  const parts = answer.groups.slice(0, MOST_GROUPS).flatMap((group) => section(group, answer.groups.length, rules, link, level));
  if (answer.groups.length > MOST_GROUPS) parts.push(made("p", {}, `And ${answer.groups.length - MOST_GROUPS} more classes.`));
  for (const one of answer.kinds) {
    const box = made("div", { class: "paste-rule", "data-kind": one.slug }, made("p", {}, ...prose(one.why)));
    box.append(made("p", {}, made("em", {}, "What to do: "), ...prose(one.do)), ...(one.code ? [code(one.code)] : []));
    if (one.claims?.length) box.append(proofs(one.claims, rules, link));
    if (one.sources?.length) box.append(made("p", { class: "paste-sources" }, "Read there: ", ...one.sources.flatMap((source, at) => [at ? ", " : "", made("a", { href: source }, source.replace(/^https:\/\/(?:github\.com\/)?/, ""))])));
    box.append(messagePage(one.slug, link));
    parts.push(box);
  }
  return parts;
}

function messagePage(slug, link) {
  return made("div", { class: "paste-page" }, made("a", { href: link(`m/${slug}/`) }, "More about this message"));
}

function section(group, groups, rules, link, level) {
  const parts = [];
  const era = eraWords(group);
  const name = group.class || "The keys";
  parts.push(made(`h${level}`, { class: "paste-head" }, name, ...(group.from ? [" from ", made("code", {}, group.from.slice(0, 80))] : [])));
  if (era) parts.push(made("p", { class: "paste-era" }, era));
  if (groups > 1 && group.short) {
    parts.push(made("p", { class: `paste-part paste-${group.whole}` }, made("strong", {}, `${group.headline || rules.wholes[group.whole]}.`), " ", ...prose(reason(group.short, rules))));
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
  const lines = program(choice, item, group);
  if (lines) parts.push(code(lines));
  parts.push(proofs(rule.claims, rules, link));
  const page = pageOf(choice, group, rules);
  if (page) parts.push(messagePage(page, link));
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
const MOST_SHOWN = 10000; // a longer paste is shown in part: a text field of a megabyte is slow

function link(page) {
  const logo = /** @type {HTMLAnchorElement | null} */ (document.querySelector("a.md-logo"));
  const root = new URL(logo?.getAttribute("href") ?? ".", document.baseURI);
  if (!root.pathname.endsWith("/")) root.pathname = root.pathname.endsWith(".html") ? root.pathname.replace(/[^/]*$/, "") : `${root.pathname}/`;
  const target = new URL(page, root);
  if (target.protocol === "file:") target.pathname += "index.html";
  return target.href;
}

function place() {
  const known = /** @type {{ currentEntry: NavigationHistoryEntry | null } | undefined} */ (Reflect.get(window, "navigation"));
  return known?.currentEntry?.index ?? 0;
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
  let own = /^#(key|example)=/.test(location.hash) ? null : field.value;
  let example = NaN; // the place of the first example that covers it

  async function show(text, look) {
    run += 1;
    const mine = run;
    const steps = answering(text, rules);
    let since = performance.now();
    let step = steps.next();
    while (!step.done) {
      if (performance.now() - since > SLICE) {
        if (whole.firstChild) [whole, parts].forEach((one) => one.replaceChildren());
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
    const all = text.length.toLocaleString("en");
    const read = text.length > MOST_READ ? `The first ${MOST_READ.toLocaleString("en")} of ${all}` : `All ${all}`;
    note.textContent = cut ? `${read} characters were read. The field shows the first ${MOST_SHOWN.toLocaleString("en")}.` : "";
    clearTimeout(timer);
    void show(text, look);
  }

  function keep(text) {
    own = text;
    example = NaN;
  }

  field.addEventListener("input", () => {
    note.textContent = "";
    clearTimeout(timer);
    keep(field.value);
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
      keep(text);
      put(text, true);
    }
  });
  field.addEventListener("drop", (event) => {
    const text = event.dataTransfer?.getData("text/plain") ?? "";
    if (text.length > MOST_SHOWN) {
      event.preventDefault();
      keep(text);
      put(text, true);
    }
  });
  box.querySelector(".paste-clear")?.addEventListener("click", () => {
    keep("");
    put("", false);
    field.focus();
  });
  for (const one of rules.examples) {
    const there = `#example=${one.name}`;
    const item = made("a", { href: there }, one.title);
    item.addEventListener("click", () => there === location.hash && history.pushState(null, "", there));
    examples.append(made("li", {}, item));
  }

  function follow() {
    if (place() < example) {
      example = NaN;
      if (own !== null) put(own, false);
      return;
    }
    const [name, value] = location.hash.slice(1).split(/=(.*)/s);
    if (name !== "key" && name !== "example") return;
    let asked = value ?? "";
    try {
      asked = decodeURIComponent(asked);
    } catch {
    }
    const text = name === "key" ? asked : (rules.examples.find((one) => one.name === asked)?.text ?? "");
    if (!text) return;
    if (isNaN(example)) example = place();
    put(text, false);
    box.scrollIntoView({ block: "start" });
  }
  window.addEventListener("popstate", follow);
  box.querySelector(".paste-without")?.setAttribute("hidden", "");
  for (const part of box.querySelectorAll(".paste-live")) part.removeAttribute("hidden");
  if (field.value) put(field.value, false);
  follow();
}

const box = document.getElementById("paste-report");
if (box) start(box);
Object.assign(window, { pasteReport: { answer: (/** @type {string} */ text) => answer(text, rules), rules } });
})();
