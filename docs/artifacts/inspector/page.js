(() => {
"use strict";
const INSPECTOR = {"names":{"schema":1,"columns":["key","part","kind","layers","alias_of","shape","classes","only_if"],"spelling":{"renamed":{"gamma":"weight","beta":"bias"},"renamed_in":"norm"},"families":[{"family":"bert","name":"Bert","prefix":"bert.","tied":true,"pad":0,"classes":["Model","ForMaskedLM","ForPreTraining","LMHeadModel","ForNextSentencePrediction","ForSequenceClassification","ForTokenClassification","ForQuestionAnswering","ForMultipleChoice"],"defaults":{},"names":[["embeddings.word_embeddings.weight","encoder","parameter","","",["vocab_size","hidden_size"],"all",[]],["embeddings.position_embeddings.weight","encoder","parameter","","",["max_position_embeddings","hidden_size"],"all",[]],["embeddings.token_type_embeddings.weight","encoder","parameter","","",["type_vocab_size","hidden_size"],"all",[]],["embeddings.LayerNorm.weight","encoder","parameter","","",["hidden_size"],"all",[]],["embeddings.LayerNorm.bias","encoder","parameter","","",["hidden_size"],"all",[]],["encoder.layer.N.attention.self.query.weight","encoder","parameter","num_hidden_layers","",["hidden_size","hidden_size"],"all",[]],["encoder.layer.N.attention.self.query.bias","encoder","parameter","num_hidden_layers","",["hidden_size"],"all",[]],["encoder.layer.N.attention.self.key.weight","encoder","parameter","num_hidden_layers","",["hidden_size","hidden_size"],"all",[]],["encoder.layer.N.attention.self.key.bias","encoder","parameter","num_hidden_layers","",["hidden_size"],"all",[]],["encoder.layer.N.attention.self.value.weight","encoder","parameter","num_hidden_layers","",["hidden_size","hidden_size"],"all",[]],["encoder.layer.N.attention.self.value.bias","encoder","parameter","num_hidden_layers","",["hidden_size"],"all",[]],["encoder.layer.N.attention.output.dense.weight","encoder","parameter","num_hidden_layers","",["hidden_size","hidden_size"],"all",[]],["encoder.layer.N.attention.output.dense.bias","encoder","parameter","num_hidden_layers","",["hidden_size"],"all",[]],["encoder.layer.N.attention.output.LayerNorm.weight","encoder","parameter","num_hidden_layers","",["hidden_size"],"all",[]],["encoder.layer.N.attention.output.LayerNorm.bias","encoder","parameter","num_hidden_layers","",["hidden_size"],"all",[]],["encoder.layer.N.intermediate.dense.weight","encoder","parameter","num_hidden_layers","",["intermediate_size","hidden_size"],"all",[]],["encoder.layer.N.intermediate.dense.bias","encoder","parameter","num_hidden_layers","",["intermediate_size"],"all",[]],["encoder.layer.N.output.dense.weight","encoder","parameter","num_hidden_layers","",["hidden_size","intermediate_size"],"all",[]],["encoder.layer.N.output.dense.bias","encoder","parameter","num_hidden_layers","",["hidden_size"],"all",[]],["encoder.layer.N.output.LayerNorm.weight","encoder","parameter","num_hidden_layers","",["hidden_size"],"all",[]],["encoder.layer.N.output.LayerNorm.bias","encoder","parameter","num_hidden_layers","",["hidden_size"],"all",[]],["pooler.dense.weight","pooler","parameter","","",["hidden_size","hidden_size"],"Model ForPreTraining ForNextSentencePrediction ForSequenceClassification ForMultipleChoice",[]],["pooler.dense.bias","pooler","parameter","","",["hidden_size"],"Model ForPreTraining ForNextSentencePrediction ForSequenceClassification ForMultipleChoice",[]],["embeddings.position_ids","encoder","buffer","","",["1","max_position_embeddings"],"all",[]],["embeddings.token_type_ids","encoder","buffer","","",["1","max_position_embeddings"],"all",[]],["cls.predictions.bias","MLM head","parameter","","",["vocab_size"],"ForMaskedLM ForPreTraining LMHeadModel",[]],["cls.predictions.transform.dense.weight","MLM head","parameter","","",["hidden_size","hidden_size"],"ForMaskedLM ForPreTraining LMHeadModel",[]],["cls.predictions.transform.dense.bias","MLM head","parameter","","",["hidden_size"],"ForMaskedLM ForPreTraining LMHeadModel",[]],["cls.predictions.transform.LayerNorm.weight","MLM head","parameter","","",["hidden_size"],"ForMaskedLM ForPreTraining LMHeadModel",[]],["cls.predictions.transform.LayerNorm.bias","MLM head","parameter","","",["hidden_size"],"ForMaskedLM ForPreTraining LMHeadModel",[]],["cls.predictions.decoder.weight","MLM head","alias","","embeddings.word_embeddings.weight",["vocab_size","hidden_size"],"ForMaskedLM ForPreTraining LMHeadModel",[]],["cls.predictions.decoder.bias","MLM head","alias","","cls.predictions.bias",["vocab_size"],"ForMaskedLM ForPreTraining LMHeadModel",[]],["cls.seq_relationship.weight","NSP head","parameter","","",["2","hidden_size"],"ForPreTraining ForNextSentencePrediction",[]],["cls.seq_relationship.bias","NSP head","parameter","","",["2"],"ForPreTraining ForNextSentencePrediction",[]],["classifier.weight","task layer","parameter","","",["2","hidden_size"],"ForSequenceClassification ForTokenClassification ForMultipleChoice",[]],["classifier.bias","task layer","parameter","","",["2"],"ForSequenceClassification ForTokenClassification ForMultipleChoice",[]],["qa_outputs.weight","task layer","parameter","","",["2","hidden_size"],"ForQuestionAnswering",[]],["qa_outputs.bias","task layer","parameter","","",["2"],"ForQuestionAnswering",[]]]},{"family":"roberta","name":"Roberta","prefix":"roberta.","tied":true,"pad":1,"classes":["Model","ForMaskedLM","ForCausalLM","ForSequenceClassification","ForTokenClassification","ForQuestionAnswering","ForMultipleChoice"],"defaults":{},"names":[["embeddings.word_embeddings.weight","encoder","parameter","","",["vocab_size","hidden_size"],"all",[]],["embeddings.token_type_embeddings.weight","encoder","parameter","","",["type_vocab_size","hidden_size"],"all",[]],["embeddings.LayerNorm.weight","encoder","parameter","","",["hidden_size"],"all",[]],["embeddings.LayerNorm.bias","encoder","parameter","","",["hidden_size"],"all",[]],["embeddings.position_embeddings.weight","encoder","parameter","","",["max_position_embeddings","hidden_size"],"all",[]],["encoder.layer.N.attention.self.query.weight","encoder","parameter","num_hidden_layers","",["hidden_size","hidden_size"],"all",[]],["encoder.layer.N.attention.self.query.bias","encoder","parameter","num_hidden_layers","",["hidden_size"],"all",[]],["encoder.layer.N.attention.self.key.weight","encoder","parameter","num_hidden_layers","",["hidden_size","hidden_size"],"all",[]],["encoder.layer.N.attention.self.key.bias","encoder","parameter","num_hidden_layers","",["hidden_size"],"all",[]],["encoder.layer.N.attention.self.value.weight","encoder","parameter","num_hidden_layers","",["hidden_size","hidden_size"],"all",[]],["encoder.layer.N.attention.self.value.bias","encoder","parameter","num_hidden_layers","",["hidden_size"],"all",[]],["encoder.layer.N.attention.output.dense.weight","encoder","parameter","num_hidden_layers","",["hidden_size","hidden_size"],"all",[]],["encoder.layer.N.attention.output.dense.bias","encoder","parameter","num_hidden_layers","",["hidden_size"],"all",[]],["encoder.layer.N.attention.output.LayerNorm.weight","encoder","parameter","num_hidden_layers","",["hidden_size"],"all",[]],["encoder.layer.N.attention.output.LayerNorm.bias","encoder","parameter","num_hidden_layers","",["hidden_size"],"all",[]],["encoder.layer.N.intermediate.dense.weight","encoder","parameter","num_hidden_layers","",["intermediate_size","hidden_size"],"all",[]],["encoder.layer.N.intermediate.dense.bias","encoder","parameter","num_hidden_layers","",["intermediate_size"],"all",[]],["encoder.layer.N.output.dense.weight","encoder","parameter","num_hidden_layers","",["hidden_size","intermediate_size"],"all",[]],["encoder.layer.N.output.dense.bias","encoder","parameter","num_hidden_layers","",["hidden_size"],"all",[]],["encoder.layer.N.output.LayerNorm.weight","encoder","parameter","num_hidden_layers","",["hidden_size"],"all",[]],["encoder.layer.N.output.LayerNorm.bias","encoder","parameter","num_hidden_layers","",["hidden_size"],"all",[]],["pooler.dense.weight","pooler","parameter","","",["hidden_size","hidden_size"],"Model ForMultipleChoice",[]],["pooler.dense.bias","pooler","parameter","","",["hidden_size"],"Model ForMultipleChoice",[]],["embeddings.position_ids","encoder","buffer","","",["1","max_position_embeddings"],"all",[]],["embeddings.token_type_ids","encoder","buffer","","",["1","max_position_embeddings"],"all",[]],["lm_head.bias","MLM head","parameter","","",["vocab_size"],"ForMaskedLM ForCausalLM",[]],["lm_head.dense.weight","MLM head","parameter","","",["hidden_size","hidden_size"],"ForMaskedLM ForCausalLM",[]],["lm_head.dense.bias","MLM head","parameter","","",["hidden_size"],"ForMaskedLM ForCausalLM",[]],["lm_head.layer_norm.weight","MLM head","parameter","","",["hidden_size"],"ForMaskedLM ForCausalLM",[]],["lm_head.layer_norm.bias","MLM head","parameter","","",["hidden_size"],"ForMaskedLM ForCausalLM",[]],["lm_head.decoder.weight","MLM head","alias","","embeddings.word_embeddings.weight",["vocab_size","hidden_size"],"ForMaskedLM ForCausalLM",[]],["lm_head.decoder.bias","MLM head","alias","","lm_head.bias",["vocab_size"],"ForMaskedLM ForCausalLM",[]],["classifier.dense.weight","task layer","parameter","","",["hidden_size","hidden_size"],"ForSequenceClassification",[]],["classifier.dense.bias","task layer","parameter","","",["hidden_size"],"ForSequenceClassification",[]],["classifier.out_proj.weight","task layer","parameter","","",["2","hidden_size"],"ForSequenceClassification",[]],["classifier.out_proj.bias","task layer","parameter","","",["2"],"ForSequenceClassification",[]],["classifier.weight","task layer","parameter","","",["2","hidden_size"],"ForTokenClassification ForMultipleChoice",[]],["classifier.bias","task layer","parameter","","",["2"],"ForTokenClassification ForMultipleChoice",[]],["qa_outputs.weight","task layer","parameter","","",["2","hidden_size"],"ForQuestionAnswering",[]],["qa_outputs.bias","task layer","parameter","","",["2"],"ForQuestionAnswering",[]]]},{"family":"distilbert","name":"DistilBert","prefix":"distilbert.","tied":true,"pad":0,"classes":["Model","ForMaskedLM","ForSequenceClassification","ForTokenClassification","ForQuestionAnswering","ForMultipleChoice"],"defaults":{},"names":[["embeddings.word_embeddings.weight","encoder","parameter","","",["vocab_size","dim"],"all",[]],["embeddings.position_embeddings.weight","encoder","parameter","","",["max_position_embeddings","dim"],"all",[]],["embeddings.LayerNorm.weight","encoder","parameter","","",["dim"],"all",[]],["embeddings.LayerNorm.bias","encoder","parameter","","",["dim"],"all",[]],["transformer.layer.N.attention.q_lin.weight","encoder","parameter","n_layers","",["dim","dim"],"all",[]],["transformer.layer.N.attention.q_lin.bias","encoder","parameter","n_layers","",["dim"],"all",[]],["transformer.layer.N.attention.k_lin.weight","encoder","parameter","n_layers","",["dim","dim"],"all",[]],["transformer.layer.N.attention.k_lin.bias","encoder","parameter","n_layers","",["dim"],"all",[]],["transformer.layer.N.attention.v_lin.weight","encoder","parameter","n_layers","",["dim","dim"],"all",[]],["transformer.layer.N.attention.v_lin.bias","encoder","parameter","n_layers","",["dim"],"all",[]],["transformer.layer.N.attention.out_lin.weight","encoder","parameter","n_layers","",["dim","dim"],"all",[]],["transformer.layer.N.attention.out_lin.bias","encoder","parameter","n_layers","",["dim"],"all",[]],["transformer.layer.N.sa_layer_norm.weight","encoder","parameter","n_layers","",["dim"],"all",[]],["transformer.layer.N.sa_layer_norm.bias","encoder","parameter","n_layers","",["dim"],"all",[]],["transformer.layer.N.ffn.lin1.weight","encoder","parameter","n_layers","",["hidden_dim","dim"],"all",[]],["transformer.layer.N.ffn.lin1.bias","encoder","parameter","n_layers","",["hidden_dim"],"all",[]],["transformer.layer.N.ffn.lin2.weight","encoder","parameter","n_layers","",["dim","hidden_dim"],"all",[]],["transformer.layer.N.ffn.lin2.bias","encoder","parameter","n_layers","",["dim"],"all",[]],["transformer.layer.N.output_layer_norm.weight","encoder","parameter","n_layers","",["dim"],"all",[]],["transformer.layer.N.output_layer_norm.bias","encoder","parameter","n_layers","",["dim"],"all",[]],["embeddings.position_ids","encoder","buffer","","",["1","max_position_embeddings"],"all",[]],["vocab_transform.weight","MLM head","parameter","","",["dim","dim"],"ForMaskedLM",[]],["vocab_transform.bias","MLM head","parameter","","",["dim"],"ForMaskedLM",[]],["vocab_layer_norm.weight","MLM head","parameter","","",["dim"],"ForMaskedLM",[]],["vocab_layer_norm.bias","MLM head","parameter","","",["dim"],"ForMaskedLM",[]],["vocab_projector.weight","MLM head","alias","","embeddings.word_embeddings.weight",["vocab_size","dim"],"ForMaskedLM",[]],["vocab_projector.bias","MLM head","parameter","","",["vocab_size"],"ForMaskedLM",[]],["pre_classifier.weight","task layer","parameter","","",["dim","dim"],"ForSequenceClassification ForMultipleChoice",[]],["pre_classifier.bias","task layer","parameter","","",["dim"],"ForSequenceClassification ForMultipleChoice",[]],["classifier.weight","task layer","parameter","","",["2","dim"],"ForSequenceClassification ForTokenClassification ForMultipleChoice",[]],["classifier.bias","task layer","parameter","","",["2"],"ForSequenceClassification ForTokenClassification ForMultipleChoice",[]],["qa_outputs.weight","task layer","parameter","","",["2","dim"],"ForQuestionAnswering",[]],["qa_outputs.bias","task layer","parameter","","",["2"],"ForQuestionAnswering",[]]]},{"family":"albert","name":"Albert","prefix":"albert.","tied":true,"pad":0,"classes":["Model","ForMaskedLM","ForPreTraining","ForSequenceClassification","ForTokenClassification","ForQuestionAnswering","ForMultipleChoice"],"defaults":{},"names":[["embeddings.word_embeddings.weight","encoder","parameter","","",["vocab_size","embedding_size"],"all",[]],["embeddings.position_embeddings.weight","encoder","parameter","","",["max_position_embeddings","embedding_size"],"all",[]],["embeddings.token_type_embeddings.weight","encoder","parameter","","",["type_vocab_size","embedding_size"],"all",[]],["embeddings.LayerNorm.weight","encoder","parameter","","",["embedding_size"],"all",[]],["embeddings.LayerNorm.bias","encoder","parameter","","",["embedding_size"],"all",[]],["encoder.embedding_hidden_mapping_in.weight","encoder","parameter","","",["hidden_size","embedding_size"],"all",[]],["encoder.embedding_hidden_mapping_in.bias","encoder","parameter","","",["hidden_size"],"all",[]],["encoder.albert_layer_groups.N.albert_layers.0.full_layer_layer_norm.weight","encoder","parameter","num_hidden_groups","",["hidden_size"],"all",[]],["encoder.albert_layer_groups.N.albert_layers.0.full_layer_layer_norm.bias","encoder","parameter","num_hidden_groups","",["hidden_size"],"all",[]],["encoder.albert_layer_groups.N.albert_layers.0.attention.query.weight","encoder","parameter","num_hidden_groups","",["hidden_size","hidden_size"],"all",[]],["encoder.albert_layer_groups.N.albert_layers.0.attention.query.bias","encoder","parameter","num_hidden_groups","",["hidden_size"],"all",[]],["encoder.albert_layer_groups.N.albert_layers.0.attention.key.weight","encoder","parameter","num_hidden_groups","",["hidden_size","hidden_size"],"all",[]],["encoder.albert_layer_groups.N.albert_layers.0.attention.key.bias","encoder","parameter","num_hidden_groups","",["hidden_size"],"all",[]],["encoder.albert_layer_groups.N.albert_layers.0.attention.value.weight","encoder","parameter","num_hidden_groups","",["hidden_size","hidden_size"],"all",[]],["encoder.albert_layer_groups.N.albert_layers.0.attention.value.bias","encoder","parameter","num_hidden_groups","",["hidden_size"],"all",[]],["encoder.albert_layer_groups.N.albert_layers.0.attention.dense.weight","encoder","parameter","num_hidden_groups","",["hidden_size","hidden_size"],"all",[]],["encoder.albert_layer_groups.N.albert_layers.0.attention.dense.bias","encoder","parameter","num_hidden_groups","",["hidden_size"],"all",[]],["encoder.albert_layer_groups.N.albert_layers.0.attention.LayerNorm.weight","encoder","parameter","num_hidden_groups","",["hidden_size"],"all",[]],["encoder.albert_layer_groups.N.albert_layers.0.attention.LayerNorm.bias","encoder","parameter","num_hidden_groups","",["hidden_size"],"all",[]],["encoder.albert_layer_groups.N.albert_layers.0.ffn.weight","encoder","parameter","num_hidden_groups","",["intermediate_size","hidden_size"],"all",[]],["encoder.albert_layer_groups.N.albert_layers.0.ffn.bias","encoder","parameter","num_hidden_groups","",["intermediate_size"],"all",[]],["encoder.albert_layer_groups.N.albert_layers.0.ffn_output.weight","encoder","parameter","num_hidden_groups","",["hidden_size","intermediate_size"],"all",[]],["encoder.albert_layer_groups.N.albert_layers.0.ffn_output.bias","encoder","parameter","num_hidden_groups","",["hidden_size"],"all",[]],["pooler.weight","pooler","parameter","","",["hidden_size","hidden_size"],"Model ForPreTraining ForSequenceClassification ForMultipleChoice",[]],["pooler.bias","pooler","parameter","","",["hidden_size"],"Model ForPreTraining ForSequenceClassification ForMultipleChoice",[]],["embeddings.position_ids","encoder","buffer","","",["1","max_position_embeddings"],"all",[]],["embeddings.token_type_ids","encoder","buffer","","",["1","max_position_embeddings"],"all",[]],["predictions.bias","MLM head","parameter","","",["vocab_size"],"ForMaskedLM ForPreTraining",[]],["predictions.LayerNorm.weight","MLM head","parameter","","",["embedding_size"],"ForMaskedLM ForPreTraining",[]],["predictions.LayerNorm.bias","MLM head","parameter","","",["embedding_size"],"ForMaskedLM ForPreTraining",[]],["predictions.dense.weight","MLM head","parameter","","",["embedding_size","hidden_size"],"ForMaskedLM ForPreTraining",[]],["predictions.dense.bias","MLM head","parameter","","",["embedding_size"],"ForMaskedLM ForPreTraining",[]],["predictions.decoder.weight","MLM head","alias","","embeddings.word_embeddings.weight",["vocab_size","embedding_size"],"ForMaskedLM ForPreTraining",[]],["predictions.decoder.bias","MLM head","alias","","predictions.bias",["vocab_size"],"ForMaskedLM ForPreTraining",[]],["sop_classifier.classifier.weight","SOP head","parameter","","",["2","hidden_size"],"ForPreTraining",[]],["sop_classifier.classifier.bias","SOP head","parameter","","",["2"],"ForPreTraining",[]],["classifier.weight","task layer","parameter","","",["2","hidden_size"],"ForSequenceClassification ForTokenClassification ForMultipleChoice",[]],["classifier.bias","task layer","parameter","","",["2"],"ForSequenceClassification ForTokenClassification ForMultipleChoice",[]],["qa_outputs.weight","task layer","parameter","","",["2","hidden_size"],"ForQuestionAnswering",[]],["qa_outputs.bias","task layer","parameter","","",["2"],"ForQuestionAnswering",[]]]},{"family":"electra","name":"Electra","prefix":"electra.","tied":true,"pad":0,"classes":["Model","ForMaskedLM","ForPreTraining","ForCausalLM","ForSequenceClassification","ForTokenClassification","ForQuestionAnswering","ForMultipleChoice"],"defaults":{"embedding_size":128},"names":[["embeddings.word_embeddings.weight","encoder","parameter","","",["vocab_size","embedding_size"],"all",[]],["embeddings.position_embeddings.weight","encoder","parameter","","",["max_position_embeddings","embedding_size"],"all",[]],["embeddings.token_type_embeddings.weight","encoder","parameter","","",["type_vocab_size","embedding_size"],"all",[]],["embeddings.LayerNorm.weight","encoder","parameter","","",["embedding_size"],"all",[]],["embeddings.LayerNorm.bias","encoder","parameter","","",["embedding_size"],"all",[]],["embeddings_project.weight","encoder","parameter","","",["hidden_size","embedding_size"],"all",[["embedding_size","differs from","hidden_size"]]],["embeddings_project.bias","encoder","parameter","","",["hidden_size"],"all",[["embedding_size","differs from","hidden_size"]]],["encoder.layer.N.attention.self.query.weight","encoder","parameter","num_hidden_layers","",["hidden_size","hidden_size"],"all",[]],["encoder.layer.N.attention.self.query.bias","encoder","parameter","num_hidden_layers","",["hidden_size"],"all",[]],["encoder.layer.N.attention.self.key.weight","encoder","parameter","num_hidden_layers","",["hidden_size","hidden_size"],"all",[]],["encoder.layer.N.attention.self.key.bias","encoder","parameter","num_hidden_layers","",["hidden_size"],"all",[]],["encoder.layer.N.attention.self.value.weight","encoder","parameter","num_hidden_layers","",["hidden_size","hidden_size"],"all",[]],["encoder.layer.N.attention.self.value.bias","encoder","parameter","num_hidden_layers","",["hidden_size"],"all",[]],["encoder.layer.N.attention.output.dense.weight","encoder","parameter","num_hidden_layers","",["hidden_size","hidden_size"],"all",[]],["encoder.layer.N.attention.output.dense.bias","encoder","parameter","num_hidden_layers","",["hidden_size"],"all",[]],["encoder.layer.N.attention.output.LayerNorm.weight","encoder","parameter","num_hidden_layers","",["hidden_size"],"all",[]],["encoder.layer.N.attention.output.LayerNorm.bias","encoder","parameter","num_hidden_layers","",["hidden_size"],"all",[]],["encoder.layer.N.intermediate.dense.weight","encoder","parameter","num_hidden_layers","",["intermediate_size","hidden_size"],"all",[]],["encoder.layer.N.intermediate.dense.bias","encoder","parameter","num_hidden_layers","",["intermediate_size"],"all",[]],["encoder.layer.N.output.dense.weight","encoder","parameter","num_hidden_layers","",["hidden_size","intermediate_size"],"all",[]],["encoder.layer.N.output.dense.bias","encoder","parameter","num_hidden_layers","",["hidden_size"],"all",[]],["encoder.layer.N.output.LayerNorm.weight","encoder","parameter","num_hidden_layers","",["hidden_size"],"all",[]],["encoder.layer.N.output.LayerNorm.bias","encoder","parameter","num_hidden_layers","",["hidden_size"],"all",[]],["embeddings.position_ids","encoder","buffer","","",["1","max_position_embeddings"],"all",[]],["embeddings.token_type_ids","encoder","buffer","","",["1","max_position_embeddings"],"all",[]],["generator_predictions.LayerNorm.weight","MLM head","parameter","","",["embedding_size"],"ForMaskedLM ForCausalLM",[]],["generator_predictions.LayerNorm.bias","MLM head","parameter","","",["embedding_size"],"ForMaskedLM ForCausalLM",[]],["generator_predictions.dense.weight","MLM head","parameter","","",["embedding_size","hidden_size"],"ForMaskedLM ForCausalLM",[]],["generator_predictions.dense.bias","MLM head","parameter","","",["embedding_size"],"ForMaskedLM ForCausalLM",[]],["generator_lm_head.weight","MLM head","alias","","embeddings.word_embeddings.weight",["vocab_size","embedding_size"],"ForMaskedLM ForCausalLM",[]],["generator_lm_head.bias","MLM head","parameter","","",["vocab_size"],"ForMaskedLM ForCausalLM",[]],["discriminator_predictions.dense.weight","discriminator head","parameter","","",["hidden_size","hidden_size"],"ForPreTraining",[]],["discriminator_predictions.dense.bias","discriminator head","parameter","","",["hidden_size"],"ForPreTraining",[]],["discriminator_predictions.dense_prediction.weight","discriminator head","parameter","","",["1","hidden_size"],"ForPreTraining",[]],["discriminator_predictions.dense_prediction.bias","discriminator head","parameter","","",["1"],"ForPreTraining",[]],["classifier.dense.weight","task layer","parameter","","",["hidden_size","hidden_size"],"ForSequenceClassification",[]],["classifier.dense.bias","task layer","parameter","","",["hidden_size"],"ForSequenceClassification",[]],["classifier.out_proj.weight","task layer","parameter","","",["2","hidden_size"],"ForSequenceClassification",[]],["classifier.out_proj.bias","task layer","parameter","","",["2"],"ForSequenceClassification",[]],["classifier.weight","task layer","parameter","","",["2","hidden_size"],"ForTokenClassification ForMultipleChoice",[]],["classifier.bias","task layer","parameter","","",["2"],"ForTokenClassification ForMultipleChoice",[]],["qa_outputs.weight","task layer","parameter","","",["2","hidden_size"],"ForQuestionAnswering",[]],["qa_outputs.bias","task layer","parameter","","",["2"],"ForQuestionAnswering",[]],["sequence_summary.summary.weight","task layer","parameter","","",["hidden_size","hidden_size"],"ForMultipleChoice",[]],["sequence_summary.summary.bias","task layer","parameter","","",["hidden_size"],"ForMultipleChoice",[]]]},{"family":"deberta","name":"Deberta","prefix":"deberta.","tied":true,"pad":0,"classes":["Model","ForMaskedLM","ForSequenceClassification","ForTokenClassification","ForQuestionAnswering"],"defaults":{"embedding_size":"hidden_size","legacy":true,"pos_att_type":"none","position_biased_input":true,"relative_attention":false,"type_vocab_size":0},"names":[["embeddings.word_embeddings.weight","encoder","parameter","","",["vocab_size","embedding_size"],"all",[]],["embeddings.position_embeddings.weight","encoder","parameter","","",["max_position_embeddings","embedding_size"],"all",[["position_biased_input","is",true]]],["embeddings.token_type_embeddings.weight","encoder","parameter","","",["type_vocab_size","embedding_size"],"all",[["type_vocab_size","is not",0]]],["embeddings.embed_proj.weight","encoder","parameter","","",["hidden_size","embedding_size"],"all",[["embedding_size","differs from","hidden_size"]]],["embeddings.LayerNorm.weight","encoder","parameter","","",["hidden_size"],"all",[]],["embeddings.LayerNorm.bias","encoder","parameter","","",["hidden_size"],"all",[]],["encoder.layer.N.attention.self.q_bias","encoder","parameter","num_hidden_layers","",["hidden_size"],"all",[]],["encoder.layer.N.attention.self.v_bias","encoder","parameter","num_hidden_layers","",["hidden_size"],"all",[]],["encoder.layer.N.attention.self.in_proj.weight","encoder","parameter","num_hidden_layers","",["3 hidden_size","hidden_size"],"all",[]],["encoder.layer.N.attention.output.dense.weight","encoder","parameter","num_hidden_layers","",["hidden_size","hidden_size"],"all",[]],["encoder.layer.N.attention.output.dense.bias","encoder","parameter","num_hidden_layers","",["hidden_size"],"all",[]],["encoder.layer.N.attention.output.LayerNorm.weight","encoder","parameter","num_hidden_layers","",["hidden_size"],"all",[]],["encoder.layer.N.attention.output.LayerNorm.bias","encoder","parameter","num_hidden_layers","",["hidden_size"],"all",[]],["encoder.layer.N.intermediate.dense.weight","encoder","parameter","num_hidden_layers","",["intermediate_size","hidden_size"],"all",[]],["encoder.layer.N.intermediate.dense.bias","encoder","parameter","num_hidden_layers","",["intermediate_size"],"all",[]],["encoder.layer.N.output.dense.weight","encoder","parameter","num_hidden_layers","",["hidden_size","intermediate_size"],"all",[]],["encoder.layer.N.output.dense.bias","encoder","parameter","num_hidden_layers","",["hidden_size"],"all",[]],["encoder.layer.N.output.LayerNorm.weight","encoder","parameter","num_hidden_layers","",["hidden_size"],"all",[]],["encoder.layer.N.output.LayerNorm.bias","encoder","parameter","num_hidden_layers","",["hidden_size"],"all",[]],["embeddings.position_ids","encoder","buffer","","",["1","max_position_embeddings"],"all",[]],["encoder.layer.N.attention.self.pos_proj.weight","encoder","parameter","num_hidden_layers","",["hidden_size","hidden_size"],"all",[["relative_attention","is",true],["pos_att_type","has","c2p"]]],["encoder.layer.N.attention.self.pos_q_proj.weight","encoder","parameter","num_hidden_layers","",["hidden_size","hidden_size"],"all",[["relative_attention","is",true],["pos_att_type","has","p2c"]]],["encoder.layer.N.attention.self.pos_q_proj.bias","encoder","parameter","num_hidden_layers","",["hidden_size"],"all",[["relative_attention","is",true],["pos_att_type","has","p2c"]]],["encoder.rel_embeddings.weight","encoder","parameter","","",["2 max_position_embeddings","hidden_size"],"all",[["relative_attention","is",true]]],["cls.predictions.bias","MLM head","parameter","","",["vocab_size"],"ForMaskedLM",[["legacy","is",true]]],["cls.predictions.transform.dense.weight","MLM head","parameter","","",["embedding_size","hidden_size"],"ForMaskedLM",[["legacy","is",true]]],["cls.predictions.transform.dense.bias","MLM head","parameter","","",["embedding_size"],"ForMaskedLM",[["legacy","is",true]]],["cls.predictions.transform.LayerNorm.weight","MLM head","parameter","","",["embedding_size"],"ForMaskedLM",[["legacy","is",true]]],["cls.predictions.transform.LayerNorm.bias","MLM head","parameter","","",["embedding_size"],"ForMaskedLM",[["legacy","is",true]]],["cls.predictions.decoder.weight","MLM head","alias","","embeddings.word_embeddings.weight",["vocab_size","embedding_size"],"ForMaskedLM",[["legacy","is",true]]],["cls.predictions.decoder.bias","MLM head","alias","","cls.predictions.bias",["vocab_size"],"ForMaskedLM",[["legacy","is",true]]],["lm_predictions.lm_head.bias","MLM head","parameter","","",["vocab_size"],"ForMaskedLM",[["legacy","is",false]]],["lm_predictions.lm_head.dense.weight","MLM head","parameter","","",["hidden_size","hidden_size"],"ForMaskedLM",[["legacy","is",false]]],["lm_predictions.lm_head.dense.bias","MLM head","parameter","","",["hidden_size"],"ForMaskedLM",[["legacy","is",false]]],["lm_predictions.lm_head.LayerNorm.weight","MLM head","parameter","","",["hidden_size"],"ForMaskedLM",[["legacy","is",false]]],["lm_predictions.lm_head.LayerNorm.bias","MLM head","parameter","","",["hidden_size"],"ForMaskedLM",[["legacy","is",false]]],["pooler.dense.weight","task layer","parameter","","",["hidden_size","hidden_size"],"ForSequenceClassification",[]],["pooler.dense.bias","task layer","parameter","","",["hidden_size"],"ForSequenceClassification",[]],["classifier.weight","task layer","parameter","","",["2","hidden_size"],"ForSequenceClassification ForTokenClassification",[]],["classifier.bias","task layer","parameter","","",["2"],"ForSequenceClassification ForTokenClassification",[]],["qa_outputs.weight","task layer","parameter","","",["2","hidden_size"],"ForQuestionAnswering",[]],["qa_outputs.bias","task layer","parameter","","",["2"],"ForQuestionAnswering",[]]]},{"family":"deberta-v2","name":"DebertaV2","prefix":"deberta.","tied":true,"pad":0,"classes":["Model","ForMaskedLM","ForSequenceClassification","ForTokenClassification","ForQuestionAnswering","ForMultipleChoice"],"defaults":{"embedding_size":"hidden_size","legacy":true,"norm_rel_ebd":"none","pos_att_type":"none","position_biased_input":true,"relative_attention":false,"share_att_key":false,"type_vocab_size":0},"names":[["embeddings.word_embeddings.weight","encoder","parameter","","",["vocab_size","embedding_size"],"all",[]],["embeddings.position_embeddings.weight","encoder","parameter","","",["max_position_embeddings","embedding_size"],"all",[["position_biased_input","is",true]]],["embeddings.token_type_embeddings.weight","encoder","parameter","","",["type_vocab_size","embedding_size"],"all",[["type_vocab_size","is not",0]]],["embeddings.embed_proj.weight","encoder","parameter","","",["hidden_size","embedding_size"],"all",[["embedding_size","differs from","hidden_size"]]],["embeddings.LayerNorm.weight","encoder","parameter","","",["hidden_size"],"all",[]],["embeddings.LayerNorm.bias","encoder","parameter","","",["hidden_size"],"all",[]],["encoder.layer.N.attention.self.query_proj.weight","encoder","parameter","num_hidden_layers","",["hidden_size","hidden_size"],"all",[]],["encoder.layer.N.attention.self.query_proj.bias","encoder","parameter","num_hidden_layers","",["hidden_size"],"all",[]],["encoder.layer.N.attention.self.key_proj.weight","encoder","parameter","num_hidden_layers","",["hidden_size","hidden_size"],"all",[]],["encoder.layer.N.attention.self.key_proj.bias","encoder","parameter","num_hidden_layers","",["hidden_size"],"all",[]],["encoder.layer.N.attention.self.value_proj.weight","encoder","parameter","num_hidden_layers","",["hidden_size","hidden_size"],"all",[]],["encoder.layer.N.attention.self.value_proj.bias","encoder","parameter","num_hidden_layers","",["hidden_size"],"all",[]],["encoder.layer.N.attention.output.dense.weight","encoder","parameter","num_hidden_layers","",["hidden_size","hidden_size"],"all",[]],["encoder.layer.N.attention.output.dense.bias","encoder","parameter","num_hidden_layers","",["hidden_size"],"all",[]],["encoder.layer.N.attention.output.LayerNorm.weight","encoder","parameter","num_hidden_layers","",["hidden_size"],"all",[]],["encoder.layer.N.attention.output.LayerNorm.bias","encoder","parameter","num_hidden_layers","",["hidden_size"],"all",[]],["encoder.layer.N.intermediate.dense.weight","encoder","parameter","num_hidden_layers","",["intermediate_size","hidden_size"],"all",[]],["encoder.layer.N.intermediate.dense.bias","encoder","parameter","num_hidden_layers","",["intermediate_size"],"all",[]],["encoder.layer.N.output.dense.weight","encoder","parameter","num_hidden_layers","",["hidden_size","intermediate_size"],"all",[]],["encoder.layer.N.output.dense.bias","encoder","parameter","num_hidden_layers","",["hidden_size"],"all",[]],["encoder.layer.N.output.LayerNorm.weight","encoder","parameter","num_hidden_layers","",["hidden_size"],"all",[]],["encoder.layer.N.output.LayerNorm.bias","encoder","parameter","num_hidden_layers","",["hidden_size"],"all",[]],["embeddings.position_ids","encoder","buffer","","",["1","max_position_embeddings"],"all",[]],["encoder.rel_embeddings.weight","encoder","parameter","","",["2 position_buckets","hidden_size"],"all",[["relative_attention","is",true]]],["encoder.LayerNorm.weight","encoder","parameter","","",["hidden_size"],"all",[["norm_rel_ebd","has","layer_norm"]]],["encoder.LayerNorm.bias","encoder","parameter","","",["hidden_size"],"all",[["norm_rel_ebd","has","layer_norm"]]],["encoder.layer.N.attention.self.pos_key_proj.weight","encoder","parameter","num_hidden_layers","",["hidden_size","hidden_size"],"all",[["relative_attention","is",true],["pos_att_type","has","c2p"],["share_att_key","is",false]]],["encoder.layer.N.attention.self.pos_key_proj.bias","encoder","parameter","num_hidden_layers","",["hidden_size"],"all",[["relative_attention","is",true],["pos_att_type","has","c2p"],["share_att_key","is",false]]],["encoder.layer.N.attention.self.pos_query_proj.weight","encoder","parameter","num_hidden_layers","",["hidden_size","hidden_size"],"all",[["relative_attention","is",true],["pos_att_type","has","p2c"],["share_att_key","is",false]]],["encoder.layer.N.attention.self.pos_query_proj.bias","encoder","parameter","num_hidden_layers","",["hidden_size"],"all",[["relative_attention","is",true],["pos_att_type","has","p2c"],["share_att_key","is",false]]],["cls.predictions.bias","MLM head","parameter","","",["vocab_size"],"ForMaskedLM",[["legacy","is",true]]],["cls.predictions.transform.dense.weight","MLM head","parameter","","",["embedding_size","hidden_size"],"ForMaskedLM",[["legacy","is",true]]],["cls.predictions.transform.dense.bias","MLM head","parameter","","",["embedding_size"],"ForMaskedLM",[["legacy","is",true]]],["cls.predictions.transform.LayerNorm.weight","MLM head","parameter","","",["embedding_size"],"ForMaskedLM",[["legacy","is",true]]],["cls.predictions.transform.LayerNorm.bias","MLM head","parameter","","",["embedding_size"],"ForMaskedLM",[["legacy","is",true]]],["cls.predictions.decoder.weight","MLM head","alias","","embeddings.word_embeddings.weight",["vocab_size","embedding_size"],"ForMaskedLM",[["legacy","is",true]]],["cls.predictions.decoder.bias","MLM head","alias","","cls.predictions.bias",["vocab_size"],"ForMaskedLM",[["legacy","is",true]]],["lm_predictions.lm_head.bias","MLM head","parameter","","",["vocab_size"],"ForMaskedLM",[["legacy","is",false]]],["lm_predictions.lm_head.dense.weight","MLM head","parameter","","",["hidden_size","hidden_size"],"ForMaskedLM",[["legacy","is",false]]],["lm_predictions.lm_head.dense.bias","MLM head","parameter","","",["hidden_size"],"ForMaskedLM",[["legacy","is",false]]],["lm_predictions.lm_head.LayerNorm.weight","MLM head","parameter","","",["hidden_size"],"ForMaskedLM",[["legacy","is",false]]],["lm_predictions.lm_head.LayerNorm.bias","MLM head","parameter","","",["hidden_size"],"ForMaskedLM",[["legacy","is",false]]],["pooler.dense.weight","task layer","parameter","","",["hidden_size","hidden_size"],"ForSequenceClassification ForMultipleChoice",[]],["pooler.dense.bias","task layer","parameter","","",["hidden_size"],"ForSequenceClassification ForMultipleChoice",[]],["classifier.weight","task layer","parameter","","",["2","hidden_size"],"ForSequenceClassification ForTokenClassification ForMultipleChoice",[]],["classifier.bias","task layer","parameter","","",["2"],"ForSequenceClassification ForTokenClassification ForMultipleChoice",[]],["qa_outputs.weight","task layer","parameter","","",["2","hidden_size"],"ForQuestionAnswering",[]],["qa_outputs.bias","task layer","parameter","","",["2"],"ForQuestionAnswering",[]]]},{"family":"mpnet","name":"MPNet","prefix":"mpnet.","tied":true,"pad":1,"classes":["Model","ForMaskedLM","ForSequenceClassification","ForTokenClassification","ForQuestionAnswering","ForMultipleChoice"],"defaults":{},"names":[["embeddings.word_embeddings.weight","encoder","parameter","","",["vocab_size","hidden_size"],"all",[]],["embeddings.position_embeddings.weight","encoder","parameter","","",["max_position_embeddings","hidden_size"],"all",[]],["embeddings.LayerNorm.weight","encoder","parameter","","",["hidden_size"],"all",[]],["embeddings.LayerNorm.bias","encoder","parameter","","",["hidden_size"],"all",[]],["encoder.layer.N.attention.attn.q.weight","encoder","parameter","num_hidden_layers","",["hidden_size","hidden_size"],"all",[]],["encoder.layer.N.attention.attn.q.bias","encoder","parameter","num_hidden_layers","",["hidden_size"],"all",[]],["encoder.layer.N.attention.attn.k.weight","encoder","parameter","num_hidden_layers","",["hidden_size","hidden_size"],"all",[]],["encoder.layer.N.attention.attn.k.bias","encoder","parameter","num_hidden_layers","",["hidden_size"],"all",[]],["encoder.layer.N.attention.attn.v.weight","encoder","parameter","num_hidden_layers","",["hidden_size","hidden_size"],"all",[]],["encoder.layer.N.attention.attn.v.bias","encoder","parameter","num_hidden_layers","",["hidden_size"],"all",[]],["encoder.layer.N.attention.attn.o.weight","encoder","parameter","num_hidden_layers","",["hidden_size","hidden_size"],"all",[]],["encoder.layer.N.attention.attn.o.bias","encoder","parameter","num_hidden_layers","",["hidden_size"],"all",[]],["encoder.layer.N.attention.LayerNorm.weight","encoder","parameter","num_hidden_layers","",["hidden_size"],"all",[]],["encoder.layer.N.attention.LayerNorm.bias","encoder","parameter","num_hidden_layers","",["hidden_size"],"all",[]],["encoder.layer.N.intermediate.dense.weight","encoder","parameter","num_hidden_layers","",["intermediate_size","hidden_size"],"all",[]],["encoder.layer.N.intermediate.dense.bias","encoder","parameter","num_hidden_layers","",["intermediate_size"],"all",[]],["encoder.layer.N.output.dense.weight","encoder","parameter","num_hidden_layers","",["hidden_size","intermediate_size"],"all",[]],["encoder.layer.N.output.dense.bias","encoder","parameter","num_hidden_layers","",["hidden_size"],"all",[]],["encoder.layer.N.output.LayerNorm.weight","encoder","parameter","num_hidden_layers","",["hidden_size"],"all",[]],["encoder.layer.N.output.LayerNorm.bias","encoder","parameter","num_hidden_layers","",["hidden_size"],"all",[]],["encoder.relative_attention_bias.weight","encoder","parameter","","",["32","4"],"all",[]],["pooler.dense.weight","pooler","parameter","","",["hidden_size","hidden_size"],"Model ForMultipleChoice",[]],["pooler.dense.bias","pooler","parameter","","",["hidden_size"],"Model ForMultipleChoice",[]],["embeddings.position_ids","encoder","buffer","","",["1","max_position_embeddings"],"all",[]],["lm_head.bias","MLM head","parameter","","",["vocab_size"],"ForMaskedLM",[]],["lm_head.dense.weight","MLM head","parameter","","",["hidden_size","hidden_size"],"ForMaskedLM",[]],["lm_head.dense.bias","MLM head","parameter","","",["hidden_size"],"ForMaskedLM",[]],["lm_head.layer_norm.weight","MLM head","parameter","","",["hidden_size"],"ForMaskedLM",[]],["lm_head.layer_norm.bias","MLM head","parameter","","",["hidden_size"],"ForMaskedLM",[]],["lm_head.decoder.weight","MLM head","alias","","embeddings.word_embeddings.weight",["vocab_size","hidden_size"],"ForMaskedLM",[]],["lm_head.decoder.bias","MLM head","alias","","lm_head.bias",["vocab_size"],"ForMaskedLM",[]],["classifier.dense.weight","task layer","parameter","","",["hidden_size","hidden_size"],"ForSequenceClassification",[]],["classifier.dense.bias","task layer","parameter","","",["hidden_size"],"ForSequenceClassification",[]],["classifier.out_proj.weight","task layer","parameter","","",["2","hidden_size"],"ForSequenceClassification",[]],["classifier.out_proj.bias","task layer","parameter","","",["2"],"ForSequenceClassification",[]],["classifier.weight","task layer","parameter","","",["2","hidden_size"],"ForTokenClassification ForMultipleChoice",[]],["classifier.bias","task layer","parameter","","",["2"],"ForTokenClassification ForMultipleChoice",[]],["qa_outputs.weight","task layer","parameter","","",["2","hidden_size"],"ForQuestionAnswering",[]],["qa_outputs.bias","task layer","parameter","","",["2"],"ForQuestionAnswering",[]]]},{"family":"modernbert","name":"ModernBert","prefix":"model.","tied":true,"pad":50283,"classes":["Model","ForMaskedLM","ForSequenceClassification","ForTokenClassification","ForQuestionAnswering","ForMultipleChoice"],"defaults":{},"names":[["embeddings.tok_embeddings.weight","encoder","parameter","","",["vocab_size","hidden_size"],"all",[]],["embeddings.norm.weight","encoder","parameter","","",["hidden_size"],"all",[]],["layers.N.attn.Wqkv.weight","encoder","parameter","num_hidden_layers","",["3 hidden_size","hidden_size"],"all",[]],["layers.N.attn.Wo.weight","encoder","parameter","num_hidden_layers","",["hidden_size","hidden_size"],"all",[]],["layers.N.mlp_norm.weight","encoder","parameter","num_hidden_layers","",["hidden_size"],"all",[]],["layers.N.mlp.Wi.weight","encoder","parameter","num_hidden_layers","",["2 intermediate_size","hidden_size"],"all",[]],["layers.N.mlp.Wo.weight","encoder","parameter","num_hidden_layers","",["hidden_size","intermediate_size"],"all",[]],["layers.N.attn_norm.weight","encoder","optional","2","",["hidden_size"],"all",[]],["final_norm.weight","encoder","parameter","","",["hidden_size"],"all",[]],["rotary_emb.full_attention_inv_freq","encoder","buffer","","",["8"],"all",[]],["rotary_emb.full_attention_original_inv_freq","encoder","buffer","","",["8"],"all",[]],["rotary_emb.sliding_attention_inv_freq","encoder","buffer","","",["8"],"all",[]],["rotary_emb.sliding_attention_original_inv_freq","encoder","buffer","","",["8"],"all",[]],["head.dense.weight","MLM head","parameter","","",["hidden_size","hidden_size"],"ForMaskedLM ForSequenceClassification ForTokenClassification ForQuestionAnswering ForMultipleChoice",[]],["head.norm.weight","MLM head","parameter","","",["hidden_size"],"ForMaskedLM ForSequenceClassification ForTokenClassification ForQuestionAnswering ForMultipleChoice",[]],["decoder.weight","MLM head","alias","","embeddings.tok_embeddings.weight",["vocab_size","hidden_size"],"ForMaskedLM",[]],["decoder.bias","MLM head","parameter","","",["vocab_size"],"ForMaskedLM",[]],["classifier.weight","task layer","parameter","","",["2","hidden_size"],"ForSequenceClassification ForTokenClassification ForQuestionAnswering ForMultipleChoice",[]],["classifier.bias","task layer","parameter","","",["2"],"ForSequenceClassification ForTokenClassification ForQuestionAnswering ForMultipleChoice",[]]]},{"family":"gpt2","name":"GPT2","prefix":"transformer.","tied":true,"pad":null,"classes":["Model","LMHeadModel","ForSequenceClassification","ForTokenClassification","ForQuestionAnswering"],"defaults":{},"names":[["wte.weight","encoder","parameter","","",["vocab_size","n_embd"],"all",[]],["wpe.weight","encoder","parameter","","",["n_positions","n_embd"],"all",[]],["h.N.ln_1.weight","encoder","parameter","n_layer","",["n_embd"],"all",[]],["h.N.ln_1.bias","encoder","parameter","n_layer","",["n_embd"],"all",[]],["h.N.attn.c_attn.weight","encoder","parameter","n_layer","",["n_embd","3 n_embd"],"all",[]],["h.N.attn.c_attn.bias","encoder","parameter","n_layer","",["3 n_embd"],"all",[]],["h.N.attn.c_proj.weight","encoder","parameter","n_layer","",["n_embd","n_embd"],"all",[]],["h.N.attn.c_proj.bias","encoder","parameter","n_layer","",["n_embd"],"all",[]],["h.N.ln_2.weight","encoder","parameter","n_layer","",["n_embd"],"all",[]],["h.N.ln_2.bias","encoder","parameter","n_layer","",["n_embd"],"all",[]],["h.N.mlp.c_fc.weight","encoder","parameter","n_layer","",["n_embd","240"],"all",[]],["h.N.mlp.c_fc.bias","encoder","parameter","n_layer","",["240"],"all",[]],["h.N.mlp.c_proj.weight","encoder","parameter","n_layer","",["240","n_embd"],"all",[]],["h.N.mlp.c_proj.bias","encoder","parameter","n_layer","",["n_embd"],"all",[]],["ln_f.weight","encoder","parameter","","",["n_embd"],"all",[]],["ln_f.bias","encoder","parameter","","",["n_embd"],"all",[]],["lm_head.weight","LM head","alias","","wte.weight",["vocab_size","n_embd"],"LMHeadModel",[]],["score.weight","task layer","parameter","","",["2","n_embd"],"ForSequenceClassification",[]],["classifier.weight","task layer","parameter","","",["2","n_embd"],"ForTokenClassification",[]],["classifier.bias","task layer","parameter","","",["2"],"ForTokenClassification",[]],["qa_outputs.weight","task layer","parameter","","",["2","n_embd"],"ForQuestionAnswering",[]],["qa_outputs.bias","task layer","parameter","","",["2"],"ForQuestionAnswering",[]]]},{"family":"t5","name":"T5","prefix":"transformer.","tied":true,"pad":0,"classes":["Model","ForConditionalGeneration","ForSequenceClassification","ForQuestionAnswering"],"defaults":{"feed_forward_proj":"relu"},"names":[["shared.weight","encoder","parameter","","",["vocab_size","d_model"],"all",[]],["encoder.embed_tokens.weight","encoder","alias","","shared.weight",["vocab_size","d_model"],"all",[]],["encoder.block.N.layer.0.SelfAttention.q.weight","encoder","parameter","num_layers","",["68","d_model"],"all",[]],["encoder.block.N.layer.0.SelfAttention.k.weight","encoder","parameter","num_layers","",["68","d_model"],"all",[]],["encoder.block.N.layer.0.SelfAttention.v.weight","encoder","parameter","num_layers","",["68","d_model"],"all",[]],["encoder.block.N.layer.0.SelfAttention.o.weight","encoder","parameter","num_layers","",["d_model","68"],"all",[]],["encoder.block.N.layer.0.SelfAttention.relative_attention_bias.weight","encoder","parameter","1","",["32","4"],"all",[]],["encoder.block.N.layer.0.layer_norm.weight","encoder","parameter","num_layers","",["d_model"],"all",[]],["encoder.block.N.layer.1.DenseReluDense.wi.weight","encoder","parameter","num_layers","",["d_ff","d_model"],"all",[["feed_forward_proj","has not","gated"]]],["encoder.block.N.layer.1.DenseReluDense.wo.weight","encoder","parameter","num_layers","",["d_model","d_ff"],"all",[]],["encoder.block.N.layer.1.layer_norm.weight","encoder","parameter","num_layers","",["d_model"],"all",[]],["encoder.final_layer_norm.weight","encoder","parameter","","",["d_model"],"all",[]],["decoder.embed_tokens.weight","encoder","alias","","shared.weight",["vocab_size","d_model"],"all",[]],["decoder.block.N.layer.0.SelfAttention.q.weight","encoder","parameter","num_decoder_layers","",["68","d_model"],"all",[]],["decoder.block.N.layer.0.SelfAttention.k.weight","encoder","parameter","num_decoder_layers","",["68","d_model"],"all",[]],["decoder.block.N.layer.0.SelfAttention.v.weight","encoder","parameter","num_decoder_layers","",["68","d_model"],"all",[]],["decoder.block.N.layer.0.SelfAttention.o.weight","encoder","parameter","num_decoder_layers","",["d_model","68"],"all",[]],["decoder.block.N.layer.0.SelfAttention.relative_attention_bias.weight","encoder","parameter","1","",["32","4"],"all",[]],["decoder.block.N.layer.0.layer_norm.weight","encoder","parameter","num_decoder_layers","",["d_model"],"all",[]],["decoder.block.N.layer.1.EncDecAttention.q.weight","encoder","parameter","num_decoder_layers","",["68","d_model"],"all",[]],["decoder.block.N.layer.1.EncDecAttention.k.weight","encoder","parameter","num_decoder_layers","",["68","d_model"],"all",[]],["decoder.block.N.layer.1.EncDecAttention.v.weight","encoder","parameter","num_decoder_layers","",["68","d_model"],"all",[]],["decoder.block.N.layer.1.EncDecAttention.o.weight","encoder","parameter","num_decoder_layers","",["d_model","68"],"all",[]],["decoder.block.N.layer.1.layer_norm.weight","encoder","parameter","num_decoder_layers","",["d_model"],"all",[]],["decoder.block.N.layer.2.DenseReluDense.wi.weight","encoder","parameter","num_decoder_layers","",["d_ff","d_model"],"all",[["feed_forward_proj","has not","gated"]]],["decoder.block.N.layer.2.DenseReluDense.wo.weight","encoder","parameter","num_decoder_layers","",["d_model","d_ff"],"all",[]],["decoder.block.N.layer.2.layer_norm.weight","encoder","parameter","num_decoder_layers","",["d_model"],"all",[]],["decoder.final_layer_norm.weight","encoder","parameter","","",["d_model"],"all",[]],["encoder.block.N.layer.1.DenseReluDense.wi_0.weight","encoder","parameter","num_layers","",["d_ff","d_model"],"all",[["feed_forward_proj","has","gated"]]],["encoder.block.N.layer.1.DenseReluDense.wi_1.weight","encoder","parameter","num_layers","",["d_ff","d_model"],"all",[["feed_forward_proj","has","gated"]]],["decoder.block.N.layer.2.DenseReluDense.wi_0.weight","encoder","parameter","num_decoder_layers","",["d_ff","d_model"],"all",[["feed_forward_proj","has","gated"]]],["decoder.block.N.layer.2.DenseReluDense.wi_1.weight","encoder","parameter","num_decoder_layers","",["d_ff","d_model"],"all",[["feed_forward_proj","has","gated"]]],["lm_head.weight","LM head","alias","","shared.weight",["vocab_size","d_model"],"ForConditionalGeneration",[]],["classification_head.dense.weight","task layer","parameter","","",["d_model","d_model"],"ForSequenceClassification",[]],["classification_head.dense.bias","task layer","parameter","","",["d_model"],"ForSequenceClassification",[]],["classification_head.out_proj.weight","task layer","parameter","","",["2","d_model"],"ForSequenceClassification",[]],["classification_head.out_proj.bias","task layer","parameter","","",["2"],"ForSequenceClassification",[]],["qa_outputs.weight","task layer","parameter","","",["2","d_model"],"ForQuestionAnswering",[]],["qa_outputs.bias","task layer","parameter","","",["2"],"ForQuestionAnswering",[]]]},{"family":"bart","name":"Bart","prefix":"model.","tied":true,"pad":1,"classes":["Model","ForConditionalGeneration","ForSequenceClassification","ForQuestionAnswering"],"defaults":{},"names":[["shared.weight","encoder","parameter","","",["vocab_size","d_model"],"all",[]],["encoder.embed_tokens.weight","encoder","alias","","shared.weight",["vocab_size","d_model"],"all",[]],["encoder.embed_positions.weight","encoder","parameter","","",["265","d_model"],"all",[]],["encoder.layers.N.self_attn.k_proj.weight","encoder","parameter","encoder_layers","",["d_model","d_model"],"all",[]],["encoder.layers.N.self_attn.k_proj.bias","encoder","parameter","encoder_layers","",["d_model"],"all",[]],["encoder.layers.N.self_attn.v_proj.weight","encoder","parameter","encoder_layers","",["d_model","d_model"],"all",[]],["encoder.layers.N.self_attn.v_proj.bias","encoder","parameter","encoder_layers","",["d_model"],"all",[]],["encoder.layers.N.self_attn.q_proj.weight","encoder","parameter","encoder_layers","",["d_model","d_model"],"all",[]],["encoder.layers.N.self_attn.q_proj.bias","encoder","parameter","encoder_layers","",["d_model"],"all",[]],["encoder.layers.N.self_attn.out_proj.weight","encoder","parameter","encoder_layers","",["d_model","d_model"],"all",[]],["encoder.layers.N.self_attn.out_proj.bias","encoder","parameter","encoder_layers","",["d_model"],"all",[]],["encoder.layers.N.self_attn_layer_norm.weight","encoder","parameter","encoder_layers","",["d_model"],"all",[]],["encoder.layers.N.self_attn_layer_norm.bias","encoder","parameter","encoder_layers","",["d_model"],"all",[]],["encoder.layers.N.fc1.weight","encoder","parameter","encoder_layers","",["encoder_ffn_dim","d_model"],"all",[]],["encoder.layers.N.fc1.bias","encoder","parameter","encoder_layers","",["encoder_ffn_dim"],"all",[]],["encoder.layers.N.fc2.weight","encoder","parameter","encoder_layers","",["d_model","encoder_ffn_dim"],"all",[]],["encoder.layers.N.fc2.bias","encoder","parameter","encoder_layers","",["d_model"],"all",[]],["encoder.layers.N.final_layer_norm.weight","encoder","parameter","encoder_layers","",["d_model"],"all",[]],["encoder.layers.N.final_layer_norm.bias","encoder","parameter","encoder_layers","",["d_model"],"all",[]],["encoder.layernorm_embedding.weight","encoder","parameter","","",["d_model"],"all",[]],["encoder.layernorm_embedding.bias","encoder","parameter","","",["d_model"],"all",[]],["decoder.embed_tokens.weight","encoder","alias","","shared.weight",["vocab_size","d_model"],"all",[]],["decoder.embed_positions.weight","encoder","parameter","","",["265","d_model"],"all",[]],["decoder.layers.N.self_attn.k_proj.weight","encoder","parameter","decoder_layers","",["d_model","d_model"],"all",[]],["decoder.layers.N.self_attn.k_proj.bias","encoder","parameter","decoder_layers","",["d_model"],"all",[]],["decoder.layers.N.self_attn.v_proj.weight","encoder","parameter","decoder_layers","",["d_model","d_model"],"all",[]],["decoder.layers.N.self_attn.v_proj.bias","encoder","parameter","decoder_layers","",["d_model"],"all",[]],["decoder.layers.N.self_attn.q_proj.weight","encoder","parameter","decoder_layers","",["d_model","d_model"],"all",[]],["decoder.layers.N.self_attn.q_proj.bias","encoder","parameter","decoder_layers","",["d_model"],"all",[]],["decoder.layers.N.self_attn.out_proj.weight","encoder","parameter","decoder_layers","",["d_model","d_model"],"all",[]],["decoder.layers.N.self_attn.out_proj.bias","encoder","parameter","decoder_layers","",["d_model"],"all",[]],["decoder.layers.N.self_attn_layer_norm.weight","encoder","parameter","decoder_layers","",["d_model"],"all",[]],["decoder.layers.N.self_attn_layer_norm.bias","encoder","parameter","decoder_layers","",["d_model"],"all",[]],["decoder.layers.N.encoder_attn.k_proj.weight","encoder","parameter","decoder_layers","",["d_model","d_model"],"all",[]],["decoder.layers.N.encoder_attn.k_proj.bias","encoder","parameter","decoder_layers","",["d_model"],"all",[]],["decoder.layers.N.encoder_attn.v_proj.weight","encoder","parameter","decoder_layers","",["d_model","d_model"],"all",[]],["decoder.layers.N.encoder_attn.v_proj.bias","encoder","parameter","decoder_layers","",["d_model"],"all",[]],["decoder.layers.N.encoder_attn.q_proj.weight","encoder","parameter","decoder_layers","",["d_model","d_model"],"all",[]],["decoder.layers.N.encoder_attn.q_proj.bias","encoder","parameter","decoder_layers","",["d_model"],"all",[]],["decoder.layers.N.encoder_attn.out_proj.weight","encoder","parameter","decoder_layers","",["d_model","d_model"],"all",[]],["decoder.layers.N.encoder_attn.out_proj.bias","encoder","parameter","decoder_layers","",["d_model"],"all",[]],["decoder.layers.N.encoder_attn_layer_norm.weight","encoder","parameter","decoder_layers","",["d_model"],"all",[]],["decoder.layers.N.encoder_attn_layer_norm.bias","encoder","parameter","decoder_layers","",["d_model"],"all",[]],["decoder.layers.N.fc1.weight","encoder","parameter","decoder_layers","",["decoder_ffn_dim","d_model"],"all",[]],["decoder.layers.N.fc1.bias","encoder","parameter","decoder_layers","",["decoder_ffn_dim"],"all",[]],["decoder.layers.N.fc2.weight","encoder","parameter","decoder_layers","",["d_model","decoder_ffn_dim"],"all",[]],["decoder.layers.N.fc2.bias","encoder","parameter","decoder_layers","",["d_model"],"all",[]],["decoder.layers.N.final_layer_norm.weight","encoder","parameter","decoder_layers","",["d_model"],"all",[]],["decoder.layers.N.final_layer_norm.bias","encoder","parameter","decoder_layers","",["d_model"],"all",[]],["decoder.layernorm_embedding.weight","encoder","parameter","","",["d_model"],"all",[]],["decoder.layernorm_embedding.bias","encoder","parameter","","",["d_model"],"all",[]],["final_logits_bias","LM head","buffer","","",["1","vocab_size"],"ForConditionalGeneration",[]],["lm_head.weight","LM head","alias","","shared.weight",["vocab_size","d_model"],"ForConditionalGeneration",[]],["classification_head.dense.weight","task layer","parameter","","",["d_model","d_model"],"ForSequenceClassification",[]],["classification_head.dense.bias","task layer","parameter","","",["d_model"],"ForSequenceClassification",[]],["classification_head.out_proj.weight","task layer","parameter","","",["3","d_model"],"ForSequenceClassification",[]],["classification_head.out_proj.bias","task layer","parameter","","",["3"],"ForSequenceClassification",[]],["qa_outputs.weight","task layer","parameter","","",["2","d_model"],"ForQuestionAnswering",[]],["qa_outputs.bias","task layer","parameter","","",["2"],"ForQuestionAnswering",[]]]},{"family":"longformer","name":"Longformer","prefix":"longformer.","tied":true,"pad":1,"classes":["Model","ForMaskedLM","ForSequenceClassification","ForTokenClassification","ForQuestionAnswering","ForMultipleChoice"],"defaults":{},"names":[["embeddings.word_embeddings.weight","encoder","parameter","","",["vocab_size","hidden_size"],"all",[]],["embeddings.token_type_embeddings.weight","encoder","parameter","","",["type_vocab_size","hidden_size"],"all",[]],["embeddings.LayerNorm.weight","encoder","parameter","","",["hidden_size"],"all",[]],["embeddings.LayerNorm.bias","encoder","parameter","","",["hidden_size"],"all",[]],["embeddings.position_embeddings.weight","encoder","parameter","","",["max_position_embeddings","hidden_size"],"all",[]],["encoder.layer.N.attention.self.query.weight","encoder","parameter","num_hidden_layers","",["hidden_size","hidden_size"],"all",[]],["encoder.layer.N.attention.self.query.bias","encoder","parameter","num_hidden_layers","",["hidden_size"],"all",[]],["encoder.layer.N.attention.self.key.weight","encoder","parameter","num_hidden_layers","",["hidden_size","hidden_size"],"all",[]],["encoder.layer.N.attention.self.key.bias","encoder","parameter","num_hidden_layers","",["hidden_size"],"all",[]],["encoder.layer.N.attention.self.value.weight","encoder","parameter","num_hidden_layers","",["hidden_size","hidden_size"],"all",[]],["encoder.layer.N.attention.self.value.bias","encoder","parameter","num_hidden_layers","",["hidden_size"],"all",[]],["encoder.layer.N.attention.self.query_global.weight","encoder","parameter","num_hidden_layers","",["hidden_size","hidden_size"],"all",[]],["encoder.layer.N.attention.self.query_global.bias","encoder","parameter","num_hidden_layers","",["hidden_size"],"all",[]],["encoder.layer.N.attention.self.key_global.weight","encoder","parameter","num_hidden_layers","",["hidden_size","hidden_size"],"all",[]],["encoder.layer.N.attention.self.key_global.bias","encoder","parameter","num_hidden_layers","",["hidden_size"],"all",[]],["encoder.layer.N.attention.self.value_global.weight","encoder","parameter","num_hidden_layers","",["hidden_size","hidden_size"],"all",[]],["encoder.layer.N.attention.self.value_global.bias","encoder","parameter","num_hidden_layers","",["hidden_size"],"all",[]],["encoder.layer.N.attention.output.dense.weight","encoder","parameter","num_hidden_layers","",["hidden_size","hidden_size"],"all",[]],["encoder.layer.N.attention.output.dense.bias","encoder","parameter","num_hidden_layers","",["hidden_size"],"all",[]],["encoder.layer.N.attention.output.LayerNorm.weight","encoder","parameter","num_hidden_layers","",["hidden_size"],"all",[]],["encoder.layer.N.attention.output.LayerNorm.bias","encoder","parameter","num_hidden_layers","",["hidden_size"],"all",[]],["encoder.layer.N.intermediate.dense.weight","encoder","parameter","num_hidden_layers","",["intermediate_size","hidden_size"],"all",[]],["encoder.layer.N.intermediate.dense.bias","encoder","parameter","num_hidden_layers","",["intermediate_size"],"all",[]],["encoder.layer.N.output.dense.weight","encoder","parameter","num_hidden_layers","",["hidden_size","intermediate_size"],"all",[]],["encoder.layer.N.output.dense.bias","encoder","parameter","num_hidden_layers","",["hidden_size"],"all",[]],["encoder.layer.N.output.LayerNorm.weight","encoder","parameter","num_hidden_layers","",["hidden_size"],"all",[]],["encoder.layer.N.output.LayerNorm.bias","encoder","parameter","num_hidden_layers","",["hidden_size"],"all",[]],["pooler.dense.weight","pooler","parameter","","",["hidden_size","hidden_size"],"Model ForMultipleChoice",[]],["pooler.dense.bias","pooler","parameter","","",["hidden_size"],"Model ForMultipleChoice",[]],["lm_head.bias","MLM head","parameter","","",["vocab_size"],"ForMaskedLM",[]],["lm_head.dense.weight","MLM head","parameter","","",["hidden_size","hidden_size"],"ForMaskedLM",[]],["lm_head.dense.bias","MLM head","parameter","","",["hidden_size"],"ForMaskedLM",[]],["lm_head.layer_norm.weight","MLM head","parameter","","",["hidden_size"],"ForMaskedLM",[]],["lm_head.layer_norm.bias","MLM head","parameter","","",["hidden_size"],"ForMaskedLM",[]],["lm_head.decoder.weight","MLM head","alias","","embeddings.word_embeddings.weight",["vocab_size","hidden_size"],"ForMaskedLM",[]],["lm_head.decoder.bias","MLM head","alias","","lm_head.bias",["vocab_size"],"ForMaskedLM",[]],["classifier.dense.weight","task layer","parameter","","",["hidden_size","hidden_size"],"ForSequenceClassification",[]],["classifier.dense.bias","task layer","parameter","","",["hidden_size"],"ForSequenceClassification",[]],["classifier.out_proj.weight","task layer","parameter","","",["2","hidden_size"],"ForSequenceClassification",[]],["classifier.out_proj.bias","task layer","parameter","","",["2"],"ForSequenceClassification",[]],["classifier.weight","task layer","parameter","","",["2","hidden_size"],"ForTokenClassification ForMultipleChoice",[]],["classifier.bias","task layer","parameter","","",["2"],"ForTokenClassification ForMultipleChoice",[]],["qa_outputs.weight","task layer","parameter","","",["2","hidden_size"],"ForQuestionAnswering",[]],["qa_outputs.bias","task layer","parameter","","",["2"],"ForQuestionAnswering",[]]]},{"family":"layoutlm","name":"LayoutLM","prefix":"layoutlm.","tied":true,"pad":0,"classes":["Model","ForMaskedLM","ForSequenceClassification","ForTokenClassification","ForQuestionAnswering"],"defaults":{},"names":[["embeddings.word_embeddings.weight","encoder","parameter","","",["vocab_size","hidden_size"],"all",[]],["embeddings.position_embeddings.weight","encoder","parameter","","",["max_position_embeddings","hidden_size"],"all",[]],["embeddings.x_position_embeddings.weight","encoder","parameter","","",["1024","hidden_size"],"all",[]],["embeddings.y_position_embeddings.weight","encoder","parameter","","",["1024","hidden_size"],"all",[]],["embeddings.h_position_embeddings.weight","encoder","parameter","","",["1024","hidden_size"],"all",[]],["embeddings.w_position_embeddings.weight","encoder","parameter","","",["1024","hidden_size"],"all",[]],["embeddings.token_type_embeddings.weight","encoder","parameter","","",["type_vocab_size","hidden_size"],"all",[]],["embeddings.LayerNorm.weight","encoder","parameter","","",["hidden_size"],"all",[]],["embeddings.LayerNorm.bias","encoder","parameter","","",["hidden_size"],"all",[]],["encoder.layer.N.attention.self.query.weight","encoder","parameter","num_hidden_layers","",["hidden_size","hidden_size"],"all",[]],["encoder.layer.N.attention.self.query.bias","encoder","parameter","num_hidden_layers","",["hidden_size"],"all",[]],["encoder.layer.N.attention.self.key.weight","encoder","parameter","num_hidden_layers","",["hidden_size","hidden_size"],"all",[]],["encoder.layer.N.attention.self.key.bias","encoder","parameter","num_hidden_layers","",["hidden_size"],"all",[]],["encoder.layer.N.attention.self.value.weight","encoder","parameter","num_hidden_layers","",["hidden_size","hidden_size"],"all",[]],["encoder.layer.N.attention.self.value.bias","encoder","parameter","num_hidden_layers","",["hidden_size"],"all",[]],["encoder.layer.N.attention.output.dense.weight","encoder","parameter","num_hidden_layers","",["hidden_size","hidden_size"],"all",[]],["encoder.layer.N.attention.output.dense.bias","encoder","parameter","num_hidden_layers","",["hidden_size"],"all",[]],["encoder.layer.N.attention.output.LayerNorm.weight","encoder","parameter","num_hidden_layers","",["hidden_size"],"all",[]],["encoder.layer.N.attention.output.LayerNorm.bias","encoder","parameter","num_hidden_layers","",["hidden_size"],"all",[]],["encoder.layer.N.intermediate.dense.weight","encoder","parameter","num_hidden_layers","",["intermediate_size","hidden_size"],"all",[]],["encoder.layer.N.intermediate.dense.bias","encoder","parameter","num_hidden_layers","",["intermediate_size"],"all",[]],["encoder.layer.N.output.dense.weight","encoder","parameter","num_hidden_layers","",["hidden_size","intermediate_size"],"all",[]],["encoder.layer.N.output.dense.bias","encoder","parameter","num_hidden_layers","",["hidden_size"],"all",[]],["encoder.layer.N.output.LayerNorm.weight","encoder","parameter","num_hidden_layers","",["hidden_size"],"all",[]],["encoder.layer.N.output.LayerNorm.bias","encoder","parameter","num_hidden_layers","",["hidden_size"],"all",[]],["pooler.dense.weight","pooler","parameter","","",["hidden_size","hidden_size"],"all",[]],["pooler.dense.bias","pooler","parameter","","",["hidden_size"],"all",[]],["embeddings.position_ids","encoder","buffer","","",["1","max_position_embeddings"],"all",[]],["cls.predictions.bias","MLM head","parameter","","",["vocab_size"],"ForMaskedLM",[]],["cls.predictions.transform.dense.weight","MLM head","parameter","","",["hidden_size","hidden_size"],"ForMaskedLM",[]],["cls.predictions.transform.dense.bias","MLM head","parameter","","",["hidden_size"],"ForMaskedLM",[]],["cls.predictions.transform.LayerNorm.weight","MLM head","parameter","","",["hidden_size"],"ForMaskedLM",[]],["cls.predictions.transform.LayerNorm.bias","MLM head","parameter","","",["hidden_size"],"ForMaskedLM",[]],["cls.predictions.decoder.weight","MLM head","alias","","embeddings.word_embeddings.weight",["vocab_size","hidden_size"],"ForMaskedLM",[]],["cls.predictions.decoder.bias","MLM head","alias","","cls.predictions.bias",["vocab_size"],"ForMaskedLM",[]],["classifier.weight","task layer","parameter","","",["2","hidden_size"],"ForSequenceClassification ForTokenClassification",[]],["classifier.bias","task layer","parameter","","",["2"],"ForSequenceClassification ForTokenClassification",[]],["qa_outputs.weight","task layer","parameter","","",["2","hidden_size"],"ForQuestionAnswering",[]],["qa_outputs.bias","task layer","parameter","","",["2"],"ForQuestionAnswering",[]]]}]},"messages":{"same_names":{"xlm-roberta":["roberta","XLMRoberta"],"camembert":["roberta","Camembert"],"mt5":["t5","MT5"]},"tensorflow_names":[["/","."],["(?<=layer)_(?=\\d)","."],["(?<=embeddings\\.)(word|position|token_type)_embeddings$","\\1_embeddings.weight"],["\\.kernel$",".weight"],["\\.(output_bias|beta)$",".bias"],["\\.(output_weights|gamma)$",".weight"]],"transposed":"kernel","left_aside":[["(^|[./])(adam_[mv]|Adam(_1)?|m|v)$","of an optimiser"],["(^|[./])(global_step|beta[12]_power)$","of an optimiser"],["(^|\\.)(position_ids|token_type_ids)$","lists of numbers that the class makes itself"],["(^|\\.)(attn\\.bias|attn\\.masked_bias|masked_bias)$","of a mask that the class makes itself"]],"one_output":["ForMultipleChoice"],"adapter":"(^|\\.)(lora_(A|B|embedding_A|embedding_B|magnitude_vector)|prompt_embeddings|ia3_l)(\\.|$)","scales":"(^|\\.)(SCB|weight_format|qweight|qzeros|scales|g_idx|weight\\.(absmax|quant_map|nested_absmax|nested_quant_map|quant_state\\..*)|weight_scale|input_scale|weight_packed|weight_shape)$","optional":[["\\.(crossattention|ln_cross_attn)\\.","add_cross_attention"],["(^|\\.)encoder\\.conv\\.","conv_kernel_size"]],"findings":{"class_asked_fits":{"level":"fine","what":"{class_name}: {verdict}.","page":"loading/index.md#in-one-minute"},"class_asked_note":{"level":"note","what":"{class_name}: {verdict}.","page":"loading/index.md#in-one-minute"},"class_asked_new":{"level":"problem","what":"{class_name}: {verdict}.","why":"This layer is not in the file. If you have trained it, it was not saved here.","do":"If you are about to train it, all is well. Leave --class out. If you have trained it, save the model that you trained again, as a whole.","page":"loading/index.md#in-one-minute"},"class_asked_unsure":{"level":"problem","what":"{class_name} cannot be judged: config.json does not say {fields}.","why":"A class takes its own number for what config.json does not say, or says by another name.","do":"Take the config.json that was saved with the model, and inspect again.","page":"loading/class-by-file.md#the-archive"},"class_auto_not_judged":{"level":"problem","what":"{class_name} cannot be judged: it goes by `model_type`, the configuration says {said}, and the names are those of another family.","why":"So nobody has looked whether it finds its names.","do":"Name the class itself, or mend `model_type`.","page":"loading/index.md#in-one-minute"},"class_asked_lacks":{"level":"problem","what":"{class_name}: {verdict}.","why":"A class initializes whatever it does not find, and raises no error.","do":"Load the file with a class that finds everything, take a file that has the part, or train what is new.","page":"loading/index.md#in-one-minute"},"class_not_judged":{"level":"problem","what":"{class_name} is none of the family's classes that this tool knows: {known}.","why":"So nobody has looked whether it finds its names.","do":"Name one of these classes, or leave --class out.","page":"loading/index.md#in-one-minute"},"class_not_judged_at_all":{"level":"problem","what":"{class_name} cannot be judged: the names fit no family that this tool knows.","do":"Leave --class out, or look at what from_pretrained reports.","page":"loading/index.md#in-one-minute"},"class_reads_no_such_form":{"level":"problem","what":"{class_name} does not open this form of file: {verdict}.","why":"from_pretrained of transformers 5 looks for safetensors files and for what torch.save wrote.","do":"See below how it is {how}, and inspect the result.","page":"loading/class-by-file.md#the-archive"},"data_missing":{"level":"problem","what":"{index} says where the numbers are, and the file with them is not there: {lost}.","why":"Names and shapes are all that is known. No value was looked at, and nothing can be loaded or converted.","do":"Fetch {lost} and put it beside the index.","page":"c/tensorflow-names-give-both-heads.md"},"sentence_transformer":{"level":"fine","what":"The folder is a SentenceTransformer's: {modules}. The weights below are those of its Transformer.","page":"loading/class-by-file.md#saved-from-bertmodel"},"adapter_of_lora":{"level":"note","what":"The file is an adapter ({words}) of {base}.","why":"An adapter is a change to another model. It holds no encoder, so this file alone is no model.","do":"Inspect {base}. To use both: load that model, then `PeftModel.from_pretrained(model, folder)`. `merge_and_unload()` on the result and save_pretrained make one checkpoint. Compare its logits after loading it, above all where the output matrix is tied.","page":"c/peft-adapter-brings-its-base.md"},"adapter_of":{"level":"note","what":"The file is an adapter ({words}) of {base}.","why":"An adapter is a change to another model. It holds no encoder, so this file alone is no model.","do":"Inspect {base}. To use both: load that model, then `PeftModel.from_pretrained(model, folder)`.","page":"c/peft-adapter-brings-its-base.md"},"adapter_saves":{"level":"fine","what":"It also holds tensors that are not LoRA's, as modules_to_save asks ({asked}): {count}, {examples}.","page":"c/peft-adapter-brings-its-base.md"},"adapter_saves_unasked":{"level":"fine","what":"It also holds tensors that are not LoRA's: {count}, {examples}.","page":"c/peft-adapter-brings-its-base.md"},"adapter_saves_nothing":{"level":"note","what":"Its configuration asks for layers to be saved whole (modules_to_save: {asked}), and the file has none.","why":"Either the model has no layers of that name, or a task layer that was trained with the adapter is not here.","do":"If there was one, save the adapter again with PeftModel.save_pretrained.","page":"c/peft-adapter-brings-its-base.md"},"prefix_of_sentence_transformer":{"level":"problem","what":"All names begin with {wrapper}, as in the state_dict of a SentenceTransformer.","why":"SentenceTransformer calls its modules by number. transformers' classes find none of these names, and the encoder stays random.","do":"Save the module inside, `model[0].auto_model.save_pretrained(folder)`, or take the prefix off: `{{name.removeprefix(\"{wrapper_code}\"): tensor for name, tensor in weights.items()}}`.","page":"loading/index.md#when-the-encoder-is-random"},"family":{"level":"fine","what":"{title}: {matched} of {names} names are of that family.","page":"load-report/index.md"},"family_alike":{"level":"note","what":"The names are {title}'s, and {others} would fit as well.","why":"Without heads and prefix these families have the same names, and there is no configuration that tells which it is.","do":"Put the config.json beside the file, with its `model_type`.","page":"loading/traps/index.md#a-robertas-file"},"family_unknown":{"level":"note","what":"Its names ({names}) fit no family that this tool knows. The first: {examples}.","why":"So it can say nothing about heads and classes. The checks below apply to every file.","page":"loading/class-by-file.md"},"family_not_there":{"level":"problem","what":"The configuration says {said}, but the word embedding or most of the encoder is not where its classes look. The file has {names} names: {examples}.","why":"A class initializes whatever it does not find. It reports that, and raises no error.","do":"Fetch the whole file, or rename the tensors as the class calls them.","page":"loading/index.md#when-the-encoder-is-random"},"adapter":{"level":"note","what":"The names are an adapter's, such as LoRA's: {examples}.","why":"An adapter is a change to another model, and holds neither encoder nor heads.","do":"Inspect the model that its adapter_config.json names, or merge the two and save the result.","page":"c/peft-adapter-brings-its-base.md"},"family_differs":{"level":"problem","what":"The configuration says {said}, and the names are {title}'s.","why":"A class of another family finds no place for names with another prefix. Its encoder stays random.","do":"Load the file with a class of {title}, or mend `model_type` in the configuration.","page":"loading/traps/index.md#a-robertas-file"},"family_other":{"level":"note","what":"The configuration says {said}, which this tool does not know. The names are {title}'s.","why":"What follows about classes is about {title}'s.","page":"loading/traps/index.md#a-robertas-file"},"prefix_unknown":{"level":"problem","what":"All names begin with {wrapper}, which no class knows.","why":"Loading raises no error, and the encoder stays random.","do":"Take it off: `{{name.removeprefix(\"{wrapper_code}\"): tensor for name, tensor in weights.items()}}`.","page":"loading/index.md#when-the-encoder-is-random"},"inside_another_dict":{"level":"problem","what":"The weights lie under the key {wrapper}, beside other things of a training script.","why":"from_pretrained looks at the top alone, and fails or finds nothing.","do":"Save the inner dict: `torch.save(torch.load(file)[\"{wrapper}\"], \"pytorch_model.bin\")`.","page":"loading/index.md#when-the-encoder-is-random"},"encoder_whole":{"level":"fine","what":"The encoder is whole: {layers}.","page":"loading/class-by-file.md"},"encoder_incomplete":{"level":"problem","what":"The encoder lacks {count} of its tensors. The first: {examples}.","why":"The class initializes them from scratch, and everything above them reads noise.","do":"Stop. Fetch the file again, or find the tensors under other names.","page":"loading/index.md#when-the-encoder-is-random"},"layers_missing":{"level":"problem","what":"Layers: the configuration asks for {asked} ({field}), and the file has {held}.","why":"The class initializes the other layers from scratch, and what is above them reads noise.","do":"Set {field} to {held}, or fetch the whole file.","page":"c/layers-too-many-or-too-few.md"},"layers_left_out":{"level":"problem","what":"Layers: the configuration asks for {asked} ({field}), and the file has {held}.","why":"What the other layers learned is not used.","do":"If you did not mean to cut the model, set {field} to {held}.","page":"c/layers-too-many-or-too-few.md"},"class_whole":{"level":"fine","about":"class","what":"{class_name}, the class that the configuration names, finds everything.","page":"loading/two-threads.md#what-the-configuration-says"},"class_incomplete":{"level":"problem","about":"class","what":"{class_name}, the class that the configuration names, does not find everything: {missing} would be random.","why":"The class name in the configuration decides nothing. Whatever the file lacks is newly initialized.","do":"Load it with a class that finds everything, or train what is new.","page":"loading/index.md#in-one-minute"},"class_misfit":{"level":"problem","about":"class","what":"{class_name}, the class that the configuration names, has other sizes than the file: {examples}.","why":"Loading stops or, if mismatches are ignored, initializes these tensors from scratch.","do":"See the sizes below, and mend the configuration or the file.","page":"c/mismatched-head-stops-loading.md"},"class_unknown":{"level":"note","about":"class","what":"The configuration names the class {class_name}, which this tool does not know.","do":"Compare the names that it wants with the parts above.","page":"loading/two-threads.md#what-the-configuration-says"},"names_of_2018":{"level":"note","what":"The LayerNorms are called {examples}, as in the first PyTorch port.","why":"from_pretrained reads these names. Programs that read the file themselves may not, and transformers 5 saves them again.","do":"For transformers nothing. For other programs, copy the values into a fresh model and save that.","page":"loading/class-by-file.md#the-first-dump"},"names_of_tensorflow":{"level":"note","what":"The names are TensorFlow's, such as {examples}.","why":"transformers 5 does not read this form.","do":"Take the PyTorch file of the same model, or convert it.","page":"c/tensorflow-names-give-both-heads.md"},"prefix_absent":{"level":"fine","what":"The names have no {prefix} in front, as saved from {base}.","why":"A class adds or takes away its own prefix as needed.","page":"loading/class-by-file.md#saved-from-bertmodel"},"prefix_present":{"level":"fine","what":"The names have {prefix} in front, as saved from a class with a head.","page":"loading/class-by-file.md"},"decoder_not_stored":{"level":"fine","about":"head","what":"{decoder} is not in the file, and need not be: it is {words}, under another name.","page":"loading/class-by-file.md#todays-file"},"decoder_random":{"level":"problem","about":"head","what":"The configuration says that the output matrix is not tied, and {decoder} is not in the file.","why":"The class makes a random one.","do":"Set tie_word_embeddings to true. That is right for every file that has one matrix.","page":"c/untying-on-load-loses-the-bias.md"},"decoder_equal":{"level":"fine","about":"head","what":"{decoder} is stored, and equal to {words} ({looked}).","why":"Loaded tied, both are one Parameter.","page":"tying/index.md"},"decoder_equal_untied":{"level":"note","about":"head","what":"{decoder} equals {words} ({looked}), and {says} the output matrix is not tied.","why":"They are stored apart, each with its own bytes. Loaded, they are two matrices, and training makes them differ.","do":"If you did not mean that, set tie_word_embeddings to true.","page":"c/an-untrained-copy-is-tied-again.md"},"decoder_shared_untied":{"level":"problem","about":"head","what":"{decoder} and {words} are two names of one storage, and {says} the output matrix is not tied.","why":"Loaded in its own type with transformers 4.43.0 or later, they are two Parameters in one memory. Training keeps them equal, and the next save loses one of them.","do":"Set tie_word_embeddings to true. If you want two matrices, load the model and give the decoder clones of matrix and bias.","page":"c/a-classic-bin-untied-loses-its-decoder.md"},"decoder_differs":{"level":"problem","about":"head","what":"{decoder} and {words} differ, and {says} they are tied.","why":"Today both copies are kept, and the model is not tied. Which copy won has changed between releases.","do":"If two matrices were trained, set tie_word_embeddings to false and see that the bias has both names. If one is an accident, drop it.","page":"loading/class-by-file.md#two-copies-that-differ"},"decoder_untied":{"level":"fine","about":"head","what":"{decoder} and {words} differ, and {says} the output matrix is not tied: two matrices.","page":"loading/class-by-file.md#untied-on-purpose"},"decoder_other_shape":{"level":"problem","about":"head","what":"{decoder} has the shape {one}, and {words} has {other}.","why":"One matrix under two names cannot have two shapes. One of them was resized alone.","do":"Resize with resize_token_embeddings, which does both, and save again.","page":"versions/index.md#the-bias-that-did-not-grow"},"decoder_not_compared":{"level":"note","about":"head","what":"{decoder} and {words} are stored, and were not compared: {why_not}.","page":"tying/index.md"},"bias_once":{"level":"fine","about":"head","what":"The output bias is stored once, as {bias}.","why":"{alias} is another name of it.","page":"c/decoder-bias-is-the-prediction-bias.md"},"bias_newer_name":{"level":"note","about":"head","what":"The output bias is stored only as {alias}.","why":"Today's transformers finds it. Some releases of transformers 4 lost it, or failed at the first call.","do":"Call the key {bias}, the name that every release reads.","page":"loading/class-by-file.md#decoderbias-alone"},"bias_equal":{"level":"fine","about":"head","what":"The output bias is stored as {bias} and as {alias}, with the same values ({looked}).","page":"c/decoder-bias-is-the-prediction-bias.md"},"bias_shared_untied":{"level":"problem","about":"head","what":"{bias} and {alias} are two names of one storage, and the configuration says that nothing is tied.","why":"Loaded in its own type with transformers 4.43.0 or later, they are two Parameters in one memory. The next save keeps one, and what an untied class adds is then zeros.","do":"Load the model, give the decoder a clone of its bias, and save it again. Or set tie_word_embeddings to true.","page":"c/a-classic-bin-untied-loses-its-decoder.md"},"bias_differs":{"level":"problem","about":"head","what":"{bias} and {alias} are two names of one bias, and differ.","why":"Both are kept, and which is added has changed between releases.","do":"Keep one. If two matrices were trained as well, keep both and set tie_word_embeddings to false.","page":"loading/class-by-file.md#two-copies-that-differ"},"bias_untied":{"level":"fine","about":"head","what":"{bias} and {alias} differ, as they may in a model that is not tied.","page":"loading/class-by-file.md#untied-on-purpose"},"bias_untied_zero":{"level":"problem","about":"head","what":"{bias} and {alias} differ, and {alias}, which an untied class adds, is all zeros.","why":"This happens when a tied file is loaded as untied and saved. The output matrix is then random too, and the learned bias is never added.","do":"If the model was trained tied, set tie_word_embeddings to true and drop both of the decoder's tensors.","page":"c/untying-a-live-model-loses-the-decoder.md"},"bias_lost":{"level":"problem","about":"head","what":"The configuration says that nothing is tied, and the output bias is stored only as {bias}.","why":"Untied, the class adds {alias}, which is not in the file. The learned bias is loaded and never added.","do":"Copy the bias to {alias} as well, or set tie_word_embeddings to true.","page":"c/a-copy-of-the-matrix-alone-loses-the-bias.md"},"bias_not_read":{"level":"note","about":"head","what":"The output bias has two names in the file, and they were not compared.","page":"c/decoder-bias-is-the-prediction-bias.md"},"left_aside":{"level":"fine","what":"Left aside, {kind}: {examples}.","why":"No class reads them, and nothing is lost.","page":"c/position-ids-change-nothing.md"},"names_twice":{"level":"note","what":"Names that mean the same tensor, with the same numbers ({looked}): {count} pairs, the first {examples}.","why":"With and without prefix, or in the spelling of 2018 and in today's, a class takes them for one.","do":"Save the loaded model with save_pretrained, which writes one.","page":"loading/two-threads.md#names-decide"},"names_twice_not_read":{"level":"note","what":"Names that mean the same tensor: {count} pairs, the first {examples}. They were not compared: {why_not}.","why":"With and without prefix, or in the spelling of 2018 and in today's, a class takes them for one.","page":"loading/two-threads.md#names-decide"},"names_twice_differ":{"level":"problem","what":"Names that mean the same tensor, with other numbers: {count} pairs, the first {examples}.","why":"With and without prefix, or in the spelling of 2018 and in today's, a class takes them for one. Nothing promises which of the two it keeps.","do":"Decide which are right, and drop the others.","page":"loading/two-threads.md#names-decide"},"names_optional":{"level":"fine","what":"Names that a class has since {field} is set: {count}, such as {examples}.","page":"loading/two-threads.md#names-decide"},"names_optional_off":{"level":"note","what":"Names that a class has only if {field} is set: {count}, such as {examples}.","why":"The configuration does not set it, so they are left out.","do":"Set {field} in the configuration, if the model is to use them.","page":"loading/two-threads.md#names-decide"},"quantised":{"level":"note","what":"The weights are quantised: whole numbers, or a configuration with quantization_config. Names of scales beside them: {count}.","why":"Without the library that quantised them the numbers are not the weights. What is said about sizes and values leaves them out.","do":"Load the file with that library, or take the file from before.","page":"loading/class-by-file.md"},"names_of_another_configuration":{"level":"note","what":"Names that a class has only if the configuration says that {condition}: {count}, such as {examples}.","why":"The configuration does not say so, and the class leaves these names out. What it has in their place is newly initialized.","do":"If the file was saved from such a model, say so in its config.json.","page":"loading/two-threads.md#names-decide"},"labels_differ":{"level":"problem","about":"class","what":"The configuration has {said} labels, and the task layer of the file has {held} ({example}).","why":"Loading stops or, if mismatches are ignored, initializes a new task layer.","do":"Mend id2label in the configuration, or pass `num_labels` when you load.","page":"c/mismatched-head-stops-loading.md"},"names_unknown":{"level":"note","what":"No class of the family has {count} of the names: {examples}.","why":"A class of your own may read them, or one under a configuration that this tool does not know.","do":"If no class of yours reads them, they are dead weight.","page":"loading/two-threads.md#names-decide"},"pad_row":{"level":"fine","what":"The [PAD] row (id {pad}) is not zero: its length is {length}, and {rank}.","why":"That is normal, and nothing is to be done. padding_idx does not keep the row at zero in masked-language-model training, and a correct mask hides it.","page":"padding/index.md"},"pad_row_zero":{"level":"note","what":"The [PAD] row (id {pad}) is all zeros.","why":"That is normal in a fresh model, in one whose matrices are not tied, and where somebody set the row to zero. In a tied model trained on masked words it is not zero.","do":"Nothing, if you use a mask. If the file is said to be pre-trained and tied, ask how.","page":"padding/index.md#one-step-moves-it-with-no-pad-in-the-batch"},"pad_row_bad":{"level":"problem","what":"The [PAD] row (id {pad}) holds NaN or infinities.","why":"NaN spreads even under the mask, because NaN times zero is NaN.","do":"Fetch the file again, or set the row to zero.","page":"c/zeroing-the-row-of-a-trained-model.md"},"pad_twin":{"level":"fine","what":"The [PAD] row points the same way as the {count} [unused] rows: cosine {cosine} to the mean of {unused} of them. The median of {sampled} sampled other rows is {others}.","why":"In a tied model whose pads had no label, the softmax moves [PAD] together with them.","page":"padding/in-training.md#the-control"},"pad_no_twin":{"level":"fine","what":"The [PAD] row does not point the same way as the {count} [unused] rows: cosine {cosine} to the mean of {unused} of them. The median of {sampled} sampled other rows is {others}.","why":"Rows that only the softmax moves go together. Something else moved this one, or nothing did, and the file does not say which.","page":"padding/index.md#three-files-three-stories"},"pad_none":{"level":"fine","what":"There is no pad token.","why":"This family was trained without one, but batches need one.","page":"padding/decoders.md#gpt-2-and-llama-have-no-pad-token"},"pad_outside":{"level":"problem","what":"The configuration's pad_token_id is {pad}, and the word embedding has {rows} rows.","why":"Making the class fails, or the first padded batch does.","do":"Set pad_token_id to the vocabulary's pad token.","page":"c/padding-idx-of-another-token.md"},"pad_not_read":{"level":"note","what":"The [PAD] row was not read: {why_not}.","page":"padding/index.md"},"not_finite":{"level":"problem","what":"NaN or infinite numbers: {count} ({looked}), in {tensors} of the tensors: {examples}.","why":"One NaN in a weight turns every output that depends on it into NaN.","do":"Take an earlier checkpoint, or train again with a smaller step. A float16 step with AdamW does this.","page":"loading/traps/index.md#half-precision"},"finite":{"level":"fine","what":"No NaN and no infinity found: {looked}.","page":"loading/traps/index.md#half-precision"},"values_not_read":{"level":"note","what":"Tensors whose numbers were not looked at: {count}; {why_not}.","page":"loading/class-by-file.md"},"dtype":{"level":"fine","what":"All weights are {dtype}.","page":"versions/index.md#what-loads-as-it-should"},"dtype_half":{"level":"note","what":"All weights are {dtype}.","why":"Since transformers 5 the model is loaded in the file's type. One step of torch's own AdamW can ruin a float16 model.","do":"To train, load it with `dtype=torch.float32`.","page":"loading/traps/index.md#half-precision"},"dtype_mixed":{"level":"note","what":"The weights are of several types: {dtypes}.","why":"Without a line in config.json the first floating type found decides for the whole model.","do":"Say the type when you load, `dtype=torch.float32`.","page":"loading/traps/index.md#half-precision"},"dtype_differs":{"level":"note","what":"config.json says {said}, and the weights are {dtype}.","why":"The model gets the type that config.json says, and the numbers are rounded to it.","do":"Say the type when you load, or mend the line.","page":"loading/traps/index.md#half-precision"},"stored_once":{"level":"fine","what":"No tied matrix is stored twice.","page":"loading/two-threads.md#one-matrix-and-the-size-of-the-file"},"stored_shared":{"level":"fine","what":"{examples}: several names for one storage, so its bytes are there once.","page":"loading/two-threads.md#one-matrix-and-the-size-of-the-file"},"stored_twice":{"level":"note","what":"{examples}: the same numbers twice ({looked}), {bytes} too many of {total}.","why":"Loaded tied, both copies are one Parameter.","do":"Load the model tied and save it with save_pretrained, which writes one.","page":"loading/two-threads.md#one-matrix-and-the-size-of-the-file"},"stored_beyond":{"level":"note","what":"The storages hold {bytes} that no tensor of the file uses.","why":"A view was saved, and torch saves the whole storage behind it.","do":"Save clones, or safetensors.","page":"loading/two-threads.md#one-matrix-and-the-size-of-the-file"},"config_absent":{"level":"note","what":"There is no configuration beside the file. From the shapes: {sizes}.","why":"The number of attention heads, the activation and the dropout cannot be seen in a file.","do":"Fetch its config.json. Without one a class takes bert-base's sizes.","page":"loading/class-by-file.md#the-archive"},"config_of_2018":{"level":"note","what":"The configuration is called {config_name}, as in 2018.","why":"from_pretrained does not look for that name, and takes bert-base's sizes.","do":"Rename it to config.json.","page":"loading/class-by-file.md#the-archive"},"archive_of_2018":{"level":"note","what":"The file is a .tar.gz, as the first port downloaded it.","why":"Today's from_pretrained does not open it.","do":"Unpack it, and rename bert_config.json to config.json.","page":"loading/class-by-file.md#the-archive"},"sizes_agree":{"level":"fine","what":"Configuration and file agree: {sizes}.","page":"load-report/index.md"},"sizes_differ":{"level":"problem","about":"class","what":"The configuration says {field} {said}, and the file has {held} ({example}).","why":"Loading stops at a tensor of another size or, if mismatches are ignored, initializes a new one.","do":"Mend the configuration. To grow a vocabulary, load first and then call resize_token_embeddings.","page":"c/another-vocab-size-redraws-every-row.md"},"sizes_conflict":{"level":"problem","about":"class","what":"The tensors do not agree about {field}: {examples}.","why":"One was resized and another was not.","do":"Resize with resize_token_embeddings, which does all of them, and save again.","page":"versions/index.md#the-bias-that-did-not-grow"},"vocabulary_longer":{"level":"problem","what":"vocab.txt has {lines} lines, and the word embedding has {rows} rows.","why":"The tokenizer gives ids that have no row, and looking them up fails.","do":"Use the vocabulary that belongs to the file, or call resize_token_embeddings.","page":"c/another-vocab-size-redraws-every-row.md"},"vocabulary_shorter":{"level":"note","what":"vocab.txt has {lines} lines, and the word embedding has {rows} rows.","why":"The extra rows are never looked up. Some vocabularies are padded to a round number.","page":"c/another-vocab-size-redraws-every-row.md"},"several_files":{"level":"note","what":"{read} was read. The folder holds other weights, too: {others}.","why":"transformers loads the same one, and ignores the others, newer or not.","do":"Remove what is stale.","page":"loading/traps/index.md#two-saves-in-one-folder"}}}};

// plain.js
const LONGEST_LINE = 600;
const NOT_SHOWN = /[\p{C}\p{Z}]/gu;

function plainText(text) {
  return String(text).replace(NOT_SHOWN, (letter) => (letter === " " ? letter : escaped(letter)));
}

function shortLine(line) {
  return line.length <= LONGEST_LINE ? line : `${line.slice(0, LONGEST_LINE - 150)} … ${line.slice(-150)}`;
}


function escaped(letter) {
  const short = { "\n": "\\n", "\r": "\\r", "\t": "\\t" }[letter];
  if (short) return short;
  const code = letter.codePointAt(0) ?? 0;
  const [mark, digits] = code < 0x100 ? ["x", 2] : code < 0x10000 ? ["u", 4] : ["U", 8];
  return `\\${mark}${code.toString(16).padStart(digits, "0")}`;
}

// as_markdown.js
const MARKDOWN = /[\\`*_{}[\]#|!~^$<>&]/g;
const HTML = /[<>&"'|*_`[\]{}]/g;

function asMarkdown(report, source) {
  const lines = [`**${md(source)}**: ${md(report.format)}`, "", "| | |", "| --- | --- |"];
  for (const [label, value] of Object.entries(report.summary)) lines.push(`| ${label} | ${md(value)} |`);
  if (report.parts.length) lines.push(`| holds | ${report.parts.join(", ")} |`);
  if (report.classes.length) {
    lines.push("", "| load it as | | |", "| --- | --- | --- |");
    for (const one of report.classes) lines.push(`| \`${one.name}\` | ${one.level} | ${one.verdict} |`);
  }
  lines.push("", "| | found | do |", "| --- | --- | --- |");
  for (const one of report.findings) {
    const why = one.why && one.level !== "fine" ? ` ${coded(one.why)}` : "";
    const see = one.page ? ` [More](${one.page})` : "";
    lines.push(`| ${one.level} | ${coded(one.what)}${why}${see} | ${coded(one.do)} |`);
  }
  lines.push("", ...report.notes.map((note) => `- ${md(note)}`), "", closing(report));
  return `${lines.join("\n").replaceAll("\n\n\n", "\n\n")}\n`;
}

function closing({ findings, full }) {
  const [problems = 0, notes = 0, fine = 0] = ["problem", "note", "fine"].map((level) => findings.filter((one) => one.level === level).length);
  const how = full ? "Every number that this tool can read was read." : "Sampled rows were read; --full reads every number.";
  return `${problems} problem${problems === 1 ? "" : "s"}, ${notes} note${notes === 1 ? "" : "s"}, ${fine} fine. ${how}`;
}


function entity(letter) {
  return `&#${letter.charCodeAt(0)};`;
}


function md(text) {
  return plainText(text).replace(MARKDOWN, entity);
}

function coded(text) {
  const parts = plainText(text).split("`");
  return parts.map((part, at) => (at % 2 ? `<code>${part.replace(HTML, entity)}</code>` : part.replace(MARKDOWN, entity))).join("");
}

// dropped.js
const DEEPEST_FOLDER = 4; // folders below the one that was dropped
const MOST_FILES = 2000; // files

function chosenFiles(list) {
  const all = [...list].map((file) => ({ path: file.webkitRelativePath || file.name, file }));
  const [folder] = all[0]?.path.split("/") ?? [];
  const isFolder = all.length > 0 && all.every(({ path }) => path.startsWith(`${folder}/`));
  const inside = isFolder ? all.map(({ path, file }) => ({ path: path.slice(`${folder}/`.length), file })) : all;
  const wanted = inside.filter(({ path }) => path.split("/").every(isWanted));
  return asDropped(wanted, isFolder ? folder : undefined);
}

async function droppedFiles(transfer) {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.() ?? null).filter((entry) => entry !== null);
  const [first] = entries;
  if (first === undefined) return chosenFiles(transfer.files);
  
  const files = [];
  const isFolder = entries.length === 1 && first.isDirectory;
  if (isFolder) await walk(first, "", 0, files);
  else for (const entry of entries) await take(entry, entry.name, 0, files);
  return asDropped(files, isFolder ? first.name : undefined);
}

function asDropped(files, folder) {
  const depth = ({ path }) => path.split("/").length;
  const kept = [...files].sort((one, other) => depth(one) - depth(other)).slice(0, MOST_FILES);
  const [first] = kept;
  const one = kept.length === 1 && folder === undefined ? first?.path : undefined;
  const name = folder ?? one ?? `${kept.length} files`;
  return { name, files: kept, chosen: one ?? (folder === undefined ? undefined : ""), cut: files.length > MOST_FILES };
}

async function walk(folder, path, depth, files) {
  const reader = (folder).createReader();
  
  const folders = [];
  const below = (entry) => take(entry, path ? `${path}/${entry.name}` : entry.name, depth, files);
  while (files.length <= MOST_FILES) {
    const entries = await new Promise((done) => reader.readEntries(done, () => done([])));
    if (entries.length === 0) break;
    for (const entry of entries) {
      if (entry.isDirectory) folders.push(entry);
      else await below(entry);
    }
  }
  for (const entry of folders) await below(entry);
}

async function take(entry, path, depth, files) {
  if (files.length > MOST_FILES || (!isWanted(entry.name))) return;
  if (entry.isDirectory) {
    if (depth < DEEPEST_FOLDER) await walk(entry, path, depth + 1, files);
    return;
  }
  const file = await new Promise((done) => (entry).file(done, () => done(null)));
  if (file) files.push({ path, file });
}

function isWanted(part) {
  return !part.startsWith(".");
}

// view.js
const STILL = "Still looking for NaN and infinities … The verdict can still change.";

const OPTIONS = [
  [/(?<![\w-])--full(?![\w-])/g, "the command’s --full"],
  [/Leave --class out\b/g, "Choose “no class in particular”"],
];

function made(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

function prose(text) {
  const said = (part) => OPTIONS.reduce((words, [option, meant]) => words.replace(option, meant), part);
  return plainText(text)
    .split("`")
    .map((part, at) => (at % 2 ? made("code", {}, part) : said(part)));
}


function chip(level) {
  return made("span", { class: `inspector-chip inspector-${level}` }, level);
}

function verdict({ findings, asked, classes, format }, name, more) {
  const ofClass = asked ? findings.slice(0, 1) : [];
  const ofFiles = findings.slice(ofClass.length);
  const worst = ofFiles.find((one) => one.level !== "fine");
  const level = worst?.level ?? "fine";
  const fit = classes.find((one) => one.name === asked);
  const reason = ofClass.flatMap((one) => (fit && one.level !== fit.level ? [" ", ...prose(one.why)] : []));
  const words = fit ? [made("code", {}, fit.name), `: ${plainText(fit.verdict)}.`] : ofClass.flatMap((one) => prose(one.what));
  const lacking = asked ? 0 : classes.filter((one) => one.level === "problem").length;
  const choose = lacking ? [` ${lacking} of ${classes.length} classes ${lacking === 1 ? "has" : "have"} a problem with it: choose yours below.`] : [];
  return [
    ...ofClass.map((one) => made("p", { class: `inspector-verdict inspector-${one.level}`, "data-class": asked, "data-level": one.level }, chip(one.level), made("span", {}, made("strong", {}, ...words), ...reason))),
    made("p", { class: `inspector-verdict inspector-${level}`, "data-level": level }, chip(level), made("span", {}, made("strong", {}, `${headline(ofFiles, level, more)}.`), ...(worst ? [" ", ...prose(worst.what)] : []), ...choose)),
    more ? made("p", { class: "inspector-still" }, STILL) : "",
    made("p", { class: "inspector-source" }, made("strong", {}, plainText(name)), `: ${plainText(format)}.`, more ? "" : " The report is complete."),
  ];
}

function headline(findings, level, more) {
  const count = findings.filter((one) => one.level === level).length;
  const soFar = more ? " so far" : "";
  if (level === "problem") return (count === 1 ? "One problem" : `${count} problems`) + soFar;
  if (level === "note") return `No problem${soFar}, ${count === 1 ? "one note" : `${count} notes`}`;
  return more ? "Nothing wrong so far" : "The file is fine";
}


function summaryTable({ summary, parts }) {
  const rows = [...(parts.length ? [["holds", parts.join(", ")]] : []), ...Object.entries(summary)];
  const cell = ([label = "", value = ""]) => made("div", label === "holds" ? { class: "inspector-wide" } : {}, made("dt", {}, label), made("dd", {}, plainText(value)));
  return made("dl", { class: "inspector-summary" }, ...rows.map(cell));
}

function classTable(classes, wanted, named, choose) {
  if (classes.length === 0) return "";
  const none = made("label", { class: "inspector-class" }, radio("", wanted, choose), made("span", { class: "inspector-none" }, "no class in particular"));
  const rows = classes.map((one) => {
    const by = one.name === named.name ? [" ", made("span", { class: "inspector-named" }, `named by ${plainText(named.by)}`)] : [];
    const fit = made("span", { class: "inspector-fit" }, chip(one.level), made("span", {}, plainText(one.verdict)));
    return made("label", { class: "inspector-class" }, radio(one.name, wanted, choose), made("span", {}, made("code", {}, one.name), ...by), fit);
  });
  const hint = made("p", { class: "inspector-small" }, "Red on a class that you do not load does not matter.");
  return made("fieldset", { class: "inspector-classes" }, made("legend", {}, "Which class do you want to load?"), hint, made("div", { class: "inspector-choices" }, none, ...rows));
}

function radio(name, wanted, choose) {
  const input = (made("input", { type: "radio", name: "inspector-class", value: name }));
  input.checked = name === wanted;
  input.addEventListener("change", () => choose(name));
  return input;
}

function findingList({ findings, notes }, unfolded) {
  const open = findings.filter((one) => one.level !== "fine");
  const fine = findings.filter((one) => one.level === "fine");
  const parts = [];
  if (open.length) parts.push(made("ul", { class: "inspector-findings" }, ...open.map(finding)));
  if (notes.length) parts.push(made("ul", { class: "inspector-left" }, ...notes.map((note) => made("li", {}, made("strong", {}, "Left aside: "), plainText(note)))));
  if (fine.length) {
    const list = made("ul", { class: "inspector-findings" }, ...fine.map(finding));
    const fold = made("details", { class: "inspector-fold" }, made("summary", {}, `${fine.length} thing${fine.length === 1 ? " is" : "s are"} fine`), list);
    fold.toggleAttribute("open", unfolded);
    parts.push(fold);
  }
  return parts;
}


function finding({ name, level, what, why, do: advice, page }) {
  const more = page ? [" ", made("a", { href: page, class: "inspector-more" }, "More", made("span", { class: "inspector-unseen" }, ` about ${name.replaceAll("_", " ")}`))] : [];
  const reason = why ? [" ", ...prose(why)] : [];
  const words = made("div", {});
  if (level === "fine") words.append(made("p", {}, ...prose(what), ...reason, ...more));
  else words.append(made("p", {}, made("strong", {}, ...prose(what)), ...reason, ...(advice ? [] : more)));
  if (advice) words.append(made("p", {}, made("em", {}, "What to do: "), ...prose(advice), ...more));
  return made("li", { class: `inspector-finding inspector-${level}`, "data-name": name, "data-level": level }, ...(level === "fine" ? [] : [chip(level)]), words);
}

function noReport(words, name, lines) {
  const parts = [made("p", { class: "inspector-verdict inspector-problem", "data-level": "unreadable" }, made("strong", {}, `${words}.`))];
  return [...parts, made("p", { class: "inspector-source" }, made("strong", {}, plainText(name))), ...lines.map((line) => made("p", { class: "inspector-line" }, ...prose(shortLine(line))))];
}

function copyButton(label, text) {
  const button = made("button", { type: "button", class: "inspector-button" }, label);
  button.addEventListener("click", () => {
    const said = (words) => {
      button.textContent = words;
      setTimeout(() => (button.textContent = label), 2000);
    };
    if (!navigator.clipboard) return said("Not copied: the page has to come over https");
    navigator.clipboard.writeText(text()).then(
      () => said("Copied"),
      () => said("Not copied: the browser refused"),
    );
  });
  return button;
}

function inBytes(bytes) {
  const units = ["bytes", "kB", "MB", "GB", "TB"];
  const at = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const value = bytes / 1000 ** at;
  return `${at ? value.toFixed(value < 10 ? 1 : 0) : value} ${units[at]}`;
}

// whole.js
function whole(value) {
  const near = Number(value);
  return Number.isSafeInteger(near) ? near : value;
}

function times(one, other) {
  const found = typeof one === "number" && typeof other === "number" ? one * other : Number.NaN;
  return Number.isSafeInteger(found) ? found : whole(BigInt(one) * BigInt(other));
}

function plus(one, other) {
  const found = typeof one === "number" && typeof other === "number" ? one + other : Number.NaN;
  return Number.isSafeInteger(found) ? found : whole(BigInt(one) + BigInt(other));
}

function product(values) {
  return values.reduce(times, 1);
}

function total(values) {
  
  let found = 0;
  for (const one of values) found = plus(found, one);
  return found;
}

function fromLittle(bytes) {
  let found = 0n;
  for (let at = bytes.length - 1; at >= 0; at -= 1) found = (found << 8n) | BigInt(bytes[at] ?? 0);
  return whole(found);
}

// data.js
const LEVELS = ["fine", "note", "problem"];


const ITEM_BYTES = {
  float64: 8, float32: 4, float16: 2, bfloat16: 2, float8_e4m3fn: 1, float8_e5m2: 1,
  int64: 8, int32: 4, int16: 2, int8: 1, uint64: 8, uint32: 4, uint16: 2, uint8: 1,
  bool: 1, complex64: 8, complex128: 16,
};

const FLOATS = ["float32", "float16", "bfloat16", "float64"];

class Unreadable extends Error {}

class NeedsCommand extends Error {}

function numbersOf(tensor) {
  return product(tensor.shape);
}

function sizeOf(tensor) {
  return times(numbersOf(tensor), itemBytes(tensor.dtype));
}

function itemBytes(dtype) {
  return Object.hasOwn(ITEM_BYTES, dtype) ? (ITEM_BYTES[dtype]) : 0;
}

function isContiguous(tensor) {
  const strides = tensor.strides ?? [];
  
  let expected = 1;
  for (let back = 1; back <= Math.min(tensor.shape.length, strides.length); back += 1) {
    const length = tensor.shape.at(-back) ?? 1;
    if (length !== 1 && strides.at(-back) !== expected) return false;
    expected = times(expected, length);
  }
  return true;
}

function sameBytes(one, other) {
  return one.storage !== "" && bytesKey(one) === bytesKey(other);
}


function bytesKey(one) {
  return `${stretchKey(one)} ${one.dtype} ${isContiguous(one) ? "" : String(one.strides)}`;
}

function stretchKey(one) {
  return `${one.start} ${one.shape.join()} ${one.storage}`;
}

// python_text.js
class Float {
  
  constructor(value) {
    this.value = value;
  }
}

class Tuple {
  
  constructor(items) {
    this.items = items;
  }
}

function asString(value) {
  return typeof value === "string" ? value : repr(value);
}

function repr(value) {
  if (typeof value === "string") return quoted(value);
  if (value === null || value === undefined) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (value instanceof Float) return floatText(value.value);
  if (value instanceof Tuple) return `(${value.items.map(repr).join(", ")}${value.items.length === 1 ? "," : ""})`;
  if (Array.isArray(value)) return `[${value.map(repr).join(", ")}]`;
  if (value instanceof Map) return `{${[...value].map(([key, one]) => `${repr(key)}: ${repr(one)}`).join(", ")}}`;
  return String(value);
}

const UNPRINTABLE = /(?! )[\p{C}\p{Z}]/u;


function quoted(text) {
  const mark = text.includes("'") && !text.includes('"') ? '"' : "'";
  
  const short = { "\\": "\\\\", [mark]: `\\${mark}`, "\n": "\\n", "\r": "\\r", "\t": "\\t" };
  const parts = [...text].map((letter) => short[letter] ?? (UNPRINTABLE.test(letter) ? escapedLetter(letter) : letter));
  return mark + parts.join("") + mark;
}


function escapedLetter(letter) {
  const point = letter.codePointAt(0) ?? 0;
  const hex = point.toString(16);
  if (point < 0x100) return `\\x${hex.padStart(2, "0")}`;
  return point < 0x10000 ? `\\u${hex.padStart(4, "0")}` : `\\U${hex.padStart(8, "0")}`;
}


function floatText(value) {
  if (Number.isNaN(value)) return "nan";
  if (!Number.isFinite(value)) return value > 0 ? "inf" : "-inf";
  const [digits = "0", power = "0"] = value.toExponential().split("e");
  const exponent = Number(power);
  if (exponent < -4 || exponent >= 16) return `${digits}e${signed(exponent)}`;
  const text = Object.is(value, -0) ? "-0" : String(value);
  return text.includes(".") ? text : `${text}.0`;
}


function signed(exponent) {
  return (exponent < 0 ? "-" : "+") + String(Math.abs(exponent)).padStart(2, "0");
}

function byCodePoint(one, other) {
  if (one === other) return 0;
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  if (at >= one.length || at >= other.length) return one.length - other.length;
  return rank(one.charCodeAt(at)) - rank(other.charCodeAt(at));
}


function rank(unit) {
  return unit >= 0xd800 && unit < 0xe000 ? unit + 0x10000 : unit;
}

function thousands(value) {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ",");
}

function general(value, digits) {
  if (!Number.isFinite(value)) return floatText(value);
  if (value === 0) return Object.is(value, -0) ? "-0" : "0";
  const [mantissa, exponent] = rounded(value, digits);
  if (exponent < -4 || exponent >= digits) {
    const [, lead, rest = ""] = /^(-?\d)(\d*?)0*$/.exec(mantissa) ?? [];
    const text = rest ? `${lead}.${rest}` : lead;
    return `${text}e${signed(exponent)}`;
  }
  return plainDigits(mantissa, exponent).replace(/(\.\d*?)0+$/, "$1").replace(/\.$/, "");
}

function fixed(value, places) {
  if (!Number.isFinite(value)) return floatText(value);
  if (Object.is(value, -0)) return `-${fixed(0, places)}`;
  const text = value.toFixed(places);
  const exact = value.toFixed(Math.min(places + 40, 100));
  const rest = exact.slice(exact.indexOf(".") + 1 + places);
  if (!/^50*$/.test(rest)) return text;
  const down = exact.slice(0, exact.length - rest.length).replace(/\.$/, "");
  return /[02468]$/.test(down) ? down : text;
}

function rounded(value, digits) {
  const [near = "", power = "0"] = value.toExponential(digits - 1).split("e");
  const [exact = "", exactPower = "0"] = value.toExponential(60).split("e");
  const all = exact.replace(".", "");
  const kept = digits + (value < 0 ? 1 : 0);
  if (/^50*$/.test(all.slice(kept)) && /[02468]$/.test(all.slice(0, kept))) return [all.slice(0, kept), Number(exactPower)];
  return [near.replace(".", ""), Number(power)];
}


function plainDigits(mantissa, exponent) {
  const sign = mantissa.startsWith("-") ? "-" : "";
  const digits = mantissa.slice(sign.length);
  if (exponent < 0) return `${sign}0.${"0".repeat(-exponent - 1)}${digits}`;
  return `${sign}${digits.slice(0, exponent + 1)}.${digits.slice(exponent + 1)}`;
}

// messages.js
const LONGEST = 120;

class Code {
  
  constructor(text) {
    this.text = text;
  }
}

function code(text) {
  const plain = withoutTicks(text);
  const letters = plain.length <= LONGEST ? [] : [...plain];
  return new Code(`\`${letters.length <= LONGEST ? plain : `${letters.slice(0, LONGEST).join("")}…`}\``);
}

function listed(names, most = 3) {
  const all = [...names];
  const more = all.length > most ? ` and ${thousands(all.length - most)} more` : "";
  return new Code(joined(all.slice(0, most).map(code), ", ") + more);
}

function joined(codes, between) {
  return codes.map((one) => one.text).join(between);
}


function withoutTicks(text) {
  return asString(text).replaceAll("`", "ˋ");
}

class Messages {
  
  constructor(file) {
    this.findings = file.findings;
    this.sameNames = file.same_names;
    this.leftAside = file.left_aside.map(([pattern = "", what = ""]) => ({ pattern: asPattern(pattern), what }));
    this.optional = file.optional.map(([pattern = "", field = ""]) => ({ pattern: asPattern(pattern), field }));
    this.oneOutput = file.one_output;
    this.adapter = asPattern(file.adapter);
    this.scales = asPattern(file.scales);
  }

  finding(name, values = {}) {
    const entry = this.findings[name];
    if (!entry) throw new Error(`messages.yml has no ${name}`);
    const [what, why, do_] = [entry.what, entry.why, entry.do].map((text) => filled(text ?? "", values));
    return { name, level: entry.level, what: what ?? "", why: why ?? "", do: do_ ?? "", page: entry.page ?? "", about: entry.about ?? "file", counts: true };
  }
}

function filled(text, values) {
  return text.replace(/\{\{|\}\}|\{(\w+)\}/g, (found, name) => {
    if (name === undefined) return found.slice(1);
    if (!Object.hasOwn(values, name)) throw new Error(`no value for {${name}}`);
    const value = values[name];
    return value instanceof Code ? value.text : withoutTicks(value);
  });
}

function asPattern(pattern) {
  return new RegExp(pattern.replace(/\\.|\[(?:\\.|[^\]])*\]|\$/g, (part) => (part === "$" ? "(?=\\n?$)" : part)), "u");
}

// checks_class.js
const AUTO = "AutoModel";

const OTHERS = new Map([["ForCausalLM", "LMHeadModel"], ["ForSeq2SeqLM", "ForConditionalGeneration"]]);

const BY_LEVEL = { fine: "class_asked_fits", note: "class_asked_note", problem: "class_asked_lacks" };

function checkAsked(context, classes, asked) {
  const names = classNames(context, asked);
  const fit = classes.find((one) => names.includes(one.name));
  if (fit && context.unsaid.length) {
    return { fit, first: context.say("class_asked_unsure", { class_name: code(fit.name), fields: listed(context.unsaid, 9) }) };
  }
  const isNew = fit?.level === "note" && fit.missing.length > 0;
  if (fit) return { fit, first: context.say(isNew ? "class_asked_new" : BY_LEVEL[fit.level], { class_name: code(fit.name), verdict: fit.verdict }) };
  const known = listed(classes.map((one) => one.name), 20);
  const name = names.length ? "class_not_judged" : "class_auto_not_judged";
  const said = context.config.modelType ? code(context.config.modelType) : "nothing";
  return { fit, first: context.say(classes.length ? name : "class_not_judged_at_all", { class_name: code(asked), known, said }) };
}

function classNames(context, asked) {
  if (!asked.startsWith(AUTO)) return [asked];
  const family = context.file.family;
  if (family && context.config.namesOf !== family.type) return []; // it goes by model_type
  const ending = asked.slice(AUTO.length);
  return [ending, OTHERS.get(ending) ?? ending].map((one) => context.classPrefix + (one || "Model"));
}

// values.js
const SLICE = 2 ** 18; // bytes that are compared at once
const WHOLE = 2 ** 16; // numbers of a tensor that is compared whole in any case
const SAMPLED_ROWS = 64;
const NOT_THERE = "the file that holds the numbers is not there";
const NO_FLOATS = "the numbers are of a type that is not read, or do not lie row by row";

function readable(tensor) {
  return tensor.place !== null && FLOATS.includes(tensor.dtype) && isContiguous(tensor);
}

function whyNot(...tensors) {
  return tensors.some((one) => !one.place) ? NOT_THERE : NO_FLOATS;
}

async function readBytes(tensor, first, numbers) {
  const { place } = tensor;
  if (!place) throw new Unreadable(`${tensor.name}: its numbers are not there`);
  const item = itemBytes(tensor.dtype);
  return place.file.read(plus(place.offset, times(plus(tensor.start, first), item)), times(numbers, item));
}

function numbersIn(data, dtype) {
  const { buffer } = new Uint8Array(data); // a copy of its own, at whose start a number of any size may lie
  if (dtype === "float64") return new Float64Array(buffer);
  if (dtype === "float32") return new Float32Array(buffer);
  const decode = dtype === "bfloat16" ? brainNumber : halfNumber;
  const bits = new Uint16Array(buffer);
  const found = new Float64Array(bits.length);
  for (let at = 0; at < bits.length; at += 1) found[at] = decode(bits[at] ?? 0);
  return found;
}

const PAIR = new DataView(new ArrayBuffer(4));

function brainNumber(bits) {
  PAIR.setUint16(0, bits);
  return PAIR.getFloat32(0);
}


function halfNumber(bits) {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 31) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY;
  return sign * (exponent ? (1024 + fraction) * 2 ** (exponent - 25) : fraction * 2 ** -24);
}

async function rowAt(tensor, index) {
  const width = divided(numbersOf(tensor), tensor.shape[0] ?? 1);
  return numbersIn(await readBytes(tensor, times(index, width), width), tensor.dtype);
}


function divided(one, other) {
  return whole(BigInt(one) / BigInt(other));
}

function norm(values) {
  return Number.isFinite(sumOf(values)) ? Math.sqrt(exactSum(Array.from(values, (one) => one * one))) : Number.NaN;
}

function cosine(one, other) {
  const [mine, its] = [one, other].map((values) => Math.sqrt(exactSum(Array.from(values, (x) => x * x))));
  const lengths = (mine ?? 0) * (its ?? 0);
  return lengths ? exactSum(Array.from(one, (x, at) => x * (other[at] ?? 0))) / lengths : 0;
}

function sumOf(values) {
  let found = 0;
  for (const one of values) found += one;
  return found;
}

function exactSum(values) {
  
  const partials = [];
  for (const value of values) {
    let [one, kept] = [value, 0];
    for (let at = 0; at < partials.length; at += 1) {
      let other = partials[at] ?? 0;
      if (Math.abs(one) < Math.abs(other)) [one, other] = [other, one];
      const high = one + other;
      const low = other - (high - one);
      if (low) partials[kept++] = low;
      one = high;
    }
    partials.length = kept;
    partials.push(one);
  }
  return roundedSum(partials);
}


function roundedSum(partials) {
  let at = partials.length - 1;
  let high = partials[at] ?? 0;
  let low = 0;
  while (at > 0) {
    const [one, other] = [high, partials[--at] ?? 0];
    high = one + other;
    low = other - (high - one);
    if (low) break;
  }
  const next = at > 0 ? partials[at - 1] ?? 0 : 0;
  if ((low < 0 && next < 0) || (low > 0 && next > 0)) {
    const twice = low * 2;
    const sum = high + twice;
    if (twice === sum - high) return sum;
  }
  return high;
}

function spread(count, most = SAMPLED_ROWS) {
  if (count <= most) return Array.from({ length: Number(count) }, (_, index) => index);
  const last = plus(count, -1);
  return [...new Set(Array.from({ length: most }, (_, index) => divided(times(index, last), most - 1)))];
}

async function equal(one, other) {
  if (sameBytes(one, other)) return true;
  const [rows = 0] = one.shape;
  const numbers = numbersOf(one);
  if (numbers <= WHOLE) return equalStretches(one, other, stretchesOf(Number(numbers), SLICE / itemBytes(one.dtype)));
  const share = rows ? divided(numbers, rows) : 1;
  const width = share > 1 ? share : 1;
  return equalStretches(one, other, spread(rows).map((index) => ({ first: times(index, width), count: width })));
}


function stretchesOf(numbers, step) {
  return Array.from({ length: Math.ceil(numbers / step) }, (_, at) => ({ first: at * step, count: Math.min(step, numbers - at * step) }));
}


async function equalStretches(one, other, stretches) {
  for (const { first, count } of stretches) {
    const [mine, its] = [await readBytes(one, first, count), await readBytes(other, first, count)];
    for (let at = 0; at < mine.length; at += 1) if (mine[at] !== its[at]) return false;
  }
  return true;
}

// checks_storage.js
const SPARE = 4096; // bytes beyond the tensors that are not worth a finding

async function checkBytes(context) {
  const whole = total(context.header.files.map((one) => one.size));
  const groups = sharedNames(context);
  const pairs = await storedTwice(context);
  const twice = pairs.map(([one]) => one);
  const found = [];
  if (twice.length) {
    const examples = new Code(joined(twice.slice(0, 3).map((one) => code(one.name)), " and "));
    const looked = context.looked(...largest(pairs));
    found.push(context.say("stored_twice", { examples, looked, bytes: inWords(total(twice.map(sizeOf))), total: inWords(whole) }));
  } else if (groups.length) {
    const examples = new Code(joined(groups.slice(0, 3).map((names) => listed(names)), "; "));
    found.push(context.say("stored_shared", { examples }));
  } else if (context.file.family) found.push(context.say("stored_once"));
  const spare = beyond(context);
  if (spare > SPARE) found.push(context.say("stored_beyond", { bytes: inWords(spare) }));
  return found;
}

async function storedTwice(context) {
  
  const found = [];
  for (const one of context.file.named.values()) {
    if (one.row.kind !== "alias" || !(context.tied || !one.row.part.endsWith("head"))) continue;
    const [alias, source] = [context.file.tensorOf(one), context.file.tensor(one.row.alias_of)];
    if (source && (await areCopies(context, alias, source))) found.push([alias, source]);
  }
  return found;
}

function largest(pairs) {
  return pairs.reduce((best, one) => (numbersOf(one[0]) > numbersOf(best[0]) ? one : best));
}


async function areCopies(context, one, other) {
  if (String(one.shape) !== String(other.shape) || one.dtype !== other.dtype || sameBytes(one, other)) return false;
  return readable(one) && readable(other) && context.equal(one, other);
}

function inWords(count) {
  if (count < 1000) return `${count} bytes`;
  const units = ["kB", "MB", "GB", "TB"];
  const at = units.findIndex((_, index) => Number(count) / 1000 ** (index + 1) < 1000);
  const place = at < 0 ? units.length - 1 : at;
  const countIn = Number(count) / 1000 ** (place + 1);
  return `${countIn < 100 ? general(countIn, 3) : fixed(countIn, 0)} ${units[place]}`;
}

function sharedNames(context) {
  
  const groups = new Map();
  for (const [name, one] of context.header.tensors) {
    if (!numbersOf(one)) continue;
    const names = groups.get(stretchKey(one)) ?? [];
    names.push(name);
    groups.set(stretchKey(one), names);
  }
  return [...groups.values()].filter((names) => names.length > 1);
}

function beyond(context) {
  
  const used = new Map();
  for (const one of context.header.tensors.values()) {
    const tensors = used.get(one.storage) ?? new Map();
    used.set(one.storage, tensors.set(stretchKey(one), one));
  }
  
  let spare = 0;
  for (const tensors of used.values()) {
    const [first] = tensors.values();
    if (!first?.place || !itemBytes(first.dtype)) continue;
    const left = plus(first.place.size, -total([...tensors.values()].map(sizeOf)));
    if (left > 0) spare = plus(spare, left);
  }
  return spare;
}

// json_parser.js
const RECURSION = 900; // beyond that, Python's own reader gives up as well
const MOST_DIGITS = 4300; // that Python makes a number of

const ESCAPED = { '"': '"', "\\": "\\", "/": "/", b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };



class JsonError extends Error {}
class TooDeep extends Error {}

class Parser {
  
  constructor(text, constants) {
    this.text = text;
    this.constants = constants;
    this.at = 0;
    this.depth = 0;
  }

  document() {
    if (this.text.startsWith("\ufeff")) this.fail("Unexpected UTF-8 BOM (decode using utf-8-sig)", 0);
    this.skip();
    const value = this.value();
    this.skip();
    if (this.at < this.text.length) this.fail("Extra data", this.at);
    return value;
  }

  fail(what, place) {
    let [line, column, letters] = [1, 1, 0];
    for (const letter of this.text.slice(0, place)) {
      letters += 1;
      column = letter === "\n" ? 1 : column + 1;
      if (letter === "\n") line += 1;
    }
    throw new JsonError(`${what}: line ${line} column ${column} (char ${letters})`);
  }

  skip() {
    for (;;) {
      const unit = this.text.charCodeAt(this.at);
      if (unit !== 32 && unit !== 10 && unit !== 13 && unit !== 9) return;
      this.at += 1;
    }
  }

  value() {
    const first = this.text[this.at];
    if (first === '"') return this.string();
    if (first === "{" || first === "[") {
      this.depth += 1;
      if (this.depth > RECURSION) throw new TooDeep();
      const found = first === "{" ? this.object() : this.array();
      this.depth -= 1;
      return found;
    }
    for (const [word, value] of ([["null", null], ["true", true], ["false", false]])) {
      if (this.text.startsWith(word, this.at)) {
        this.at += word.length;
        return value;
      }
    }
    return this.constant() ?? this.number();
  }

  constant() {
    const word = ["NaN", "Infinity", "-Infinity"].find((one) => this.text.startsWith(one, this.at));
    if (word === undefined) return undefined;
    if (!this.constants) throw new JsonError(`${word} is no JSON`);
    this.at += word.length;
    return word;
  }

  number() {
    const pattern = /(-?(?:0|[1-9][0-9]*))(\.[0-9]+)?([eE][-+]?[0-9]+)?/y;
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (!found) return this.fail("Expecting value", this.at);
    this.at = pattern.lastIndex;
    if (found[2] !== undefined || found[3] !== undefined) return new Float(Number(found[0]));
    const digits = found[0].length - (found[0].startsWith("-") ? 1 : 0);
    if (digits > MOST_DIGITS) {
      throw new JsonError(
        `Exceeds the limit (${MOST_DIGITS} digits) for integer string conversion: value has ${digits} digits; ` +
          "use sys.set_int_max_str_digits() to increase the limit",
      );
    }
    return digits < 16 ? Number(found[0]) + 0 : whole(BigInt(found[0]));
  }

  object() {
    
    const found = new Map();
    let twice = "";
    let count = 0;
    this.at += 1;
    this.skip();
    while (count > 0 || this.text[this.at] !== "}") {
      if (this.text[this.at] !== '"') this.fail("Expecting property name enclosed in double quotes", this.at);
      const key = this.string();
      this.skip();
      if (this.text[this.at] !== ":") this.fail("Expecting ':' delimiter", this.at);
      this.at += 1;
      this.skip();
      const value = this.value();
      if (found.has(key) && found.size === count) twice = key;
      count += 1;
      found.set(key, value);
      this.skip();
      if (this.text[this.at] === "}") break;
      if (this.text[this.at] !== ",") this.fail("Expecting ',' delimiter", this.at);
      this.at += 1;
      this.skip();
    }
    this.at += 1;
    if (found.size !== count) throw new JsonError(`the key ${repr(twice)} is there twice`);
    return found;
  }

  array() {
    
    const found = [];
    this.at += 1;
    this.skip();
    while (found.length || this.text[this.at] !== "]") {
      found.push(this.value());
      this.skip();
      if (this.text[this.at] === "]") break;
      if (this.text[this.at] !== ",") this.fail("Expecting ',' delimiter", this.at);
      this.at += 1;
      this.skip();
    }
    this.at += 1;
    return found;
  }

  string() {
    const begin = this.at;
    const plain = /[^"\\\u0000-\u001f]*/y;
    let found = "";
    this.at += 1;
    for (;;) {
      plain.lastIndex = this.at;
      plain.test(this.text);
      found += this.text.slice(this.at, plain.lastIndex);
      this.at = plain.lastIndex;
      if (this.at >= this.text.length) this.fail("Unterminated string starting at", begin);
      const letter = this.text[this.at];
      if (letter === '"') break;
      if (letter !== "\\") this.fail("Invalid control character at", this.at);
      found += this.escape(begin);
    }
    this.at += 1;
    return found;
  }

  
  escape(begin) {
    const letter = this.text[this.at + 1];
    if (letter === undefined) return this.fail("Unterminated string starting at", begin);
    if (letter !== "u") {
      const meant = ESCAPED[letter];
      if (meant === undefined) return this.fail("Invalid \\escape", this.at);
      this.at += 2;
      return meant;
    }
    const digits = this.text.slice(this.at + 2, this.at + 6);
    if (this.at + 6 >= this.text.length || !/^[0-9a-fA-F]{4}$/.test(digits)) this.fail("Invalid \\uXXXX escape", this.at + 1);
    this.at += 6;
    return String.fromCharCode(Number.parseInt(digits, 16));
  }
}

// utf8.js
function decoded(bytes, surrogates = false) {
  try {
    return { text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return slowly(bytes, surrogates);
  }
}


function slowly(bytes, surrogates) {
  const parts = [];
  for (let at = 0; at < bytes.length; ) {
    const lead = bytes[at] ?? 0;
    if (lead >= 0x80 && (lead < 0xc2 || lead > 0xf4)) return wrong(bytes, at, 1, "invalid start byte");
    const more = lead < 0x80 ? 0 : lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : 3;
    const [lowest, highest] = secondByte(lead, surrogates);
    let point = more ? lead & (0x3f >> more) : lead;
    for (let next = 1; next <= more; next += 1) {
      const byte = bytes[at + next];
      if (byte === undefined) return wrong(bytes, at, next, "unexpected end of data");
      if (byte < (next === 1 ? lowest : 0x80) || byte > (next === 1 ? highest : 0xbf)) {
        return wrong(bytes, at, next, "invalid continuation byte");
      }
      point = point * 64 + (byte & 0x3f);
    }
    parts.push(String.fromCodePoint(point));
    at += more + 1;
  }
  return { text: parts.join("") };
}

function wrong(bytes, at, count, reason) {
  const which = count === 1 ? `byte 0x${(bytes[at] ?? 0).toString(16)} in position ${at}` : `bytes in position ${at}-${at + count - 1}`;
  return { bad: at, why: `'utf-8' codec can't decode ${which}: ${reason}` };
}

function secondByte(lead, surrogates) {
  if (lead === 0xe0) return [0xa0, 0xbf];
  if (lead === 0xed) return [0x80, surrogates ? 0xbf : 0x9f];
  if (lead === 0xf0) return [0x90, 0xbf];
  return [0x80, lead === 0xf4 ? 0x8f : 0xbf];
}

// strict_json.js
const DEEPEST = 50;
const MOST_VALUES = 1_000_000; // ten for each tensor of the largest header



function parseObject(data, name, constants = false) {
  const value = parsed(data, name, constants);
  if (!(value instanceof Map)) throw new Unreadable(`${name}: expected a JSON object, found ${kindOf(value)}; is it the right file?`);
  return value;
}

function parseList(data, name) {
  const value = parsed(data, name, false);
  if (!Array.isArray(value)) throw new Unreadable(`${name}: expected a JSON list, found ${kindOf(value)}; is it the right file?`);
  return value;
}

function parsed(data, name, constants) {
  let marks = 0;
  for (const byte of data) if (byte === 0x2c || byte === 0x5b || byte === 0x7b) marks += 1;
  if (marks > MOST_VALUES) throw new Unreadable(`${name}: more than ${thousands(MOST_VALUES)} values in its JSON, which no model needs; left alone`);
  const found = decoded(data);
  if ("bad" in found) throw new Unreadable(`${name}: byte ${found.bad} is not UTF-8, so this is no JSON; fetch the file again`);
  let value;
  try {
    value = new Parser(found.text, constants).document();
  } catch (error) {
    if (error instanceof TooDeep) throw new Unreadable(`${name}: its JSON is nested too deep to be a checkpoint's; left alone`);
    if (!(error instanceof JsonError)) throw error;
    throw new Unreadable(`${name}: no valid JSON (${shortened(error.message)}); fetch the file again, or fix it`);
  }
  if (isNested(value) && deeperThan(value, DEEPEST)) throw new Unreadable(`${name}: its JSON is nested deeper than ${DEEPEST}; left alone`);
  return value;
}


function isNested(value) {
  return value instanceof Map || Array.isArray(value);
}


function deeperThan(value, levels) {
  let layer = [value];
  for (let level = 0; level <= levels; level += 1) {
    layer = layer.flatMap((outer) => (outer instanceof Map ? [...outer.values()] : (outer)));
    layer = layer.filter(isNested);
    if (!layer.length) return false;
  }
  return true;
}


function shortened(text) {
  const letters = [...text];
  return letters.length <= 200 ? text : `${letters.slice(0, 200).join("")}…`;
}


function kindOf(value) {
  if (Array.isArray(value)) return "a list";
  if (typeof value === "string") return "a text";
  if (typeof value === "boolean") return "a truth value";
  if (value instanceof Map) return "an object";
  return value === null ? "null" : "a number";
}

// beside.js
const LARGEST_CONFIG = 2 ** 20;
const ADAPTER = "adapter_config.json";
const MODULES = "modules.json";
const MODULE_FOLDER = /^[\p{L}\p{N}_-][\p{L}\p{N}_.-]{0,80}$/u;
const MOST_MODULES = 20;
const POOLING = /^pooling_mode_([\p{L}\p{N}_]+?)(_tokens?)?$/u;

async function readWhole(source, largest) {
  if (source.size > largest) {
    throw new Unreadable(`${source.name}: ${source.size} bytes; more than ${largest / 2 ** 20} MB are not read`);
  }
  return source.read(0, source.size);
}

async function readObject(source, name) {
  return parseObject(await readWhole(source, LARGEST_CONFIG), name, true);
}

async function transformerFolder(files, folder) {
  const modules = await modulesIn(files, folder);
  return modules.find(({ kind }) => kind === "Transformer")?.name ?? "";
}

async function readModules(files, folder) {
  const found = [];
  for (const { kind, name } of await modulesIn(files, folder)) found.push(await moduleInWords(files, kind, folder, name));
  return found;
}

async function modulesIn(files, folder) {
  if (!files.has(folder + MODULES)) return [];
  const found = [];
  const listed = parseList(await readWhole(files.open(folder + MODULES), LARGEST_CONFIG), MODULES);
  for (const one of listed.slice(0, MOST_MODULES)) {
    const [kind, name] = one instanceof Map ? [one.get("type"), one.get("path")] : [];
    if (typeof kind !== "string" || typeof name !== "string") continue;
    if (name && !MODULE_FOLDER.test(name)) {
      const shown = repr([...name].slice(0, 100).join(""));
      throw new Unreadable(`${MODULES}: names ${shown}, which is no folder in this one; left alone`);
    }
    found.push({ kind: kind.slice(kind.lastIndexOf(".") + 1), name });
  }
  return found;
}


async function moduleInWords(files, kind, folder, name) {
  const path = `${folder}${name ? `${name}/` : ""}config.json`;
  if (kind !== "Pooling" || !files.has(path)) return kind;
  const content = await readObject(files.open(path), `${name}/config.json`);
  const old = [...content].map(([key, value]) => (value === true ? (POOLING.exec(key)?.[1] ?? "") : "")).filter(Boolean);
  const said = content.has("pooling_mode") ? content.get("pooling_mode") : old;
  const modes = (Array.isArray(said) ? said : [said]).filter((one) => typeof one === "string" && one);
  return modes.length ? `Pooling (${modes.join(" + ")})` : kind;
}

function isTrue(value) {
  if (value instanceof Map) return value.size > 0;
  if (Array.isArray(value)) return value.length > 0;
  return value instanceof Object && "value" in value ? Boolean(value.value) || Number.isNaN(value.value) : Boolean(value);
}

// configuration.js
class Configuration {
  
  constructor(content, messages) {
    this.content = content ?? new Map();
    this.isThere = content !== null;
    const type = this.content.get("model_type");
    this.modelType = typeof type === "string" ? type : "";
    const same = Object.hasOwn(messages.sameNames, this.modelType) ? messages.sameNames[this.modelType] : undefined;
    this.sameType = same?.[0] ?? "";
    this.sameName = same?.[1] ?? "";
    this.namesOf = same ? this.sameType : this.modelType;
    const named = this.content.get("architectures");
    this.className = Array.isArray(named) && typeof named[0] === "string" ? named[0] : "";
  }

  number(field) {
    const value = this.content.get(field);
    return isInteger(value) && value >= 0 ? value : null;
  }

  classPrefix(family) {
    return this.sameType === family.type ? this.sameName : family.name;
  }

  ties(family) {
    const value = this.content.get("tie_word_embeddings");
    return typeof value === "boolean" ? value : Boolean(family?.tied);
  }

  get whoTies() {
    const explicit = typeof this.content.get("tie_word_embeddings") === "boolean";
    return explicit ? "the configuration says that" : "where no configuration says otherwise,";
  }

  get labels() {
    const names = this.content.get("id2label");
    const count = this.content.get("num_labels");
    if (!this.isThere) return null;
    if (names instanceof Map) return names.size;
    return isInteger(count) ? count : 2;
  }

  get dtype() {
    const value = this.content.has("dtype") ? this.content.get("dtype") : this.content.get("torch_dtype");
    return typeof value === "string" ? value : null;
  }
}

function isInteger(value) {
  return typeof value === "number" || typeof value === "bigint";
}

// checks_form.js
function checkForm(context) {
  const { modules } = context.header;
  return modules.length ? [context.say("sentence_transformer", { modules: new Code(joined(modules.map(code), ", ")) })] : [];
}

function checkAdapter(context) {
  const about = context.header.adapter;
  if (!about) return [];
  const found = [context.say(about.get("peft_type") === "LORA" ? "adapter_of_lora" : "adapter_of", adapterOf(about))];
  const names = asNames(about.get("modules_to_save"));
  const asked = listed(names);
  const saved = [...context.header.tensors.keys()].filter((one) => !context.messages.adapter.test(one));
  if (saved.length && about.get("peft_type") === "LORA") {
    const name = names.length ? "adapter_saves" : "adapter_saves_unasked";
    found.push(context.say(name, { asked, count: saved.length, examples: listed(saved) }));
  } else if (names.length && !saved.length) found.push(context.say("adapter_saves_nothing", { asked }));
  return found;
}


function adapterOf(about) {
  const [kind, rank, base] = ["peft_type", "r", "base_model_name_or_path"].map((key) => about.get(key));
  const targets = asNames(about.get("target_modules"));
  const words = [typeof kind === "string" ? code(kind).text : "of a kind that its configuration does not name"];
  if (isInteger(rank)) words.push(`rank ${rank}${isTrue(about.get("rank_pattern")) ? " with exceptions" : ""}`);
  if (targets.length) words.push(`for ${listed(targets).text}`);
  const said = typeof base === "string" && base ? code(base) : new Code("a model that its configuration does not name");
  return { words: new Code(words.join(", ")), base: said };
}

function asNames(value) {
  const names = typeof value === "string" ? [value] : value;
  return Array.isArray(names) ? [...new Set(names.filter((one) => typeof one === "string"))] : [];
}

// checks_names.js
const AUTO_MODEL = /^\d+\.auto_model\.$/;

function checkFamily(context) {
  const { file, config, header } = context;
  const found = header.wrapper ? [context.say("inside_another_dict", { wrapper: code(header.wrapper) })] : [];
  if (!file.match) return header.adapter ? found : [...found, noFamily(context)];
  const { family, named, wrapper, alike } = file.match;
  const title = context.classPrefix;
  found.push(context.say("family", { title, matched: named.size, names: file.tensors.size }));
  if (wrapper) {
    const plain = code(wrapper).text.replace(/^`+|`+$/g, "");
    const name = AUTO_MODEL.test(wrapper) ? "prefix_of_sentence_transformer" : "prefix_unknown";
    found.push(context.say(name, { wrapper: code(wrapper), wrapper_code: plain }));
  }
  if (config.namesOf && family.type !== config.namesOf) {
    const known = file.families.some((one) => one.type === config.namesOf);
    found.push(context.say(known ? "family_differs" : "family_other", { said: code(config.modelType), title }));
  } else if (alike.length && !config.namesOf) {
    const others = file.families.filter((one) => alike.includes(one.type)).map((one) => one.name);
    found.push(context.say("family_alike", { title, others: others.join(" and ") }));
  }
  return found;
}


function noFamily(context) {
  const { file, config, messages } = context;
  const all = [...file.tensors.keys()];
  const values = { names: all.length, examples: listed(all) };
  if (2 * all.filter((one) => messages.adapter.test(one)).length > all.length) return context.say("adapter", values);
  const family = file.families.find((one) => one.type === config.namesOf);
  const classes = family ? family.endings.map((ending) => config.classPrefix(family) + ending) : [];
  if (family && (!config.className || classes.includes(config.className))) {
    return context.say("family_not_there", { said: code(config.modelType), ...values });
  }
  return context.say("family_unknown", values);
}

function checkEncoder(context) {
  const { file } = context;
  if (!file.family) return [];
  const found = [];
  const short = new Set();
  for (const [field, held] of file.layers) {
    const asked = context.config.number(field);
    if (asked === null || asked === held) continue;
    found.push(context.say(asked > held ? "layers_missing" : "layers_left_out", { field: code(field), asked, held }));
    short.add(field);
  }
  const rows = [...file.family.rows.values()].filter((row) => row.part === "encoder" && row.kind === "parameter" && context.wanted(row));
  const keys = rows.filter((row) => !short.has(row.layers)).flatMap((row) => context.keys(row));
  const missing = keys.filter((key) => !file.named.has(key));
  if (missing.length) return [...found, context.say("encoder_incomplete", { count: missing.length, examples: listed(missing) })];
  if (short.size) return found;
  const layers = context.layersInWords(" and ", " layer", " layers") || "no layers";
  return [...found, context.say("encoder_whole", { layers })];
}

function checkClasses(context, classes) {
  const { config, file } = context;
  if (!classes.length || !config.className) return [];
  const fit = classes.find((one) => one.name === config.className);
  const class_name = code(config.className);
  if (!fit) {
    return file.family && config.namesOf === file.family.type ? [context.say("class_unknown", { class_name })] : [];
  }
  if (file.isWrapped) return []; // another finding says so
  if (fit.misfits.length) return [context.say("class_misfit", { class_name, examples: listed(fit.misfits) })];
  if (fit.missing.length) return [context.say("class_incomplete", { class_name, missing: fit.missing.join(" and ") })];
  return [context.say("class_whole", { class_name })];
}

async function checkNames(context) {
  const { file } = context;
  const found = [];
  const named = [...file.named.values()];
  const old = named.filter((one) => one.old).map((one) => one.name);
  if (old.length) found.push(context.say("names_of_2018", { examples: listed(old, 1) }));
  found.push(...checkPrefix(context));
  const kinds = new Map(file.aside);
  for (const one of named) if (one.row.kind === "buffer") kinds.set(one.name, "lists of numbers that the class makes itself");
  for (const kind of new Set(kinds.values())) {
    const names = [...kinds].filter(([, one]) => one === kind).map(([name]) => name);
    found.push(context.say("left_aside", { kind, examples: listed(names) }));
  }
  if (file.match?.twice.length) found.push(await twiceNamed(context, file.match.twice));
  return [...found, ...checkUnknown(context, file.match?.unknown ?? [])];
}

function checkPrefix(context) {
  const { match } = context.file;
  if (!match || match.wrapper) return [];
  const prefix = code(match.family.prefix);
  if ([...match.named.values()].some((one) => one.prefixed)) return [context.say("prefix_present", { prefix })];
  return match.family.type === "t5" ? [] : [context.say("prefix_absent", { prefix, base: code(`${context.classPrefix}Model`) })];
}


async function twiceNamed(context, names) {
  const { tensors } = context.file;
  const pairs = names.map((two) => (two.map((name) => tensors.get(name))));
  const values = { count: pairs.length, examples: new Code(joined((names[0] ?? []).map(code), " and ")) };
  const unread = pairs.find(([one, other]) => !sameBytes(one, other) && !(readable(one) && readable(other)));
  let alike = pairs.every(([one, other]) => String(one.shape) === String(other.shape) && one.dtype === other.dtype);
  if (alike && unread) return context.say("names_twice_not_read", { ...values, why_not: whyNot(...unread) });
  for (const [one, other] of pairs) alike = alike && (await context.equal(one, other));
  const looked = context.looked(...largest(pairs));
  return context.say(alike ? "names_twice" : "names_twice_differ", { ...values, looked });
}

function checkUnknown(context, unknown) {
  const { messages, config } = context;
  const found = [];
  let rest = unknown;
  if (context.quantised) {
    rest = unknown.filter((one) => !messages.scales.test(one));
    found.push(context.say("quantised", { count: unknown.length - rest.length }));
  }
  for (const { pattern, field } of messages.optional) {
    const names = rest.filter((one) => pattern.test(one));
    if (!names.length) continue;
    const name = isTrue(config.content.get(field)) ? "names_optional" : "names_optional_off";
    found.push(context.say(name, { count: names.length, field: code(field), examples: listed(names) }));
    rest = rest.filter((one) => !pattern.test(one));
  }
  found.push(...checkConditions(context));
  if (rest.length) found.push(context.say("names_unknown", { count: rest.length, examples: listed(rest) }));
  return found;
}

function checkConditions(context) {
  
  const found = new Map();
  for (const { name, row } of context.file.named.values()) {
    if (row.kind === "buffer" || context.wanted(row)) continue;
    const words = row.only_if.map(([field, how, value]) => `${field} ${how} ${asString(value).toLowerCase()}`).join(" and ");
    const names = found.get(words) ?? [];
    names.push(name);
    found.set(words, names);
  }
  return [...found].map(([words, names]) => {
    const values = { condition: code(words), count: names.length, examples: listed(names) };
    return context.say("names_of_another_configuration", values);
  });
}

// families.js
const SCHEMA = 1;
const TASK = "task layer";
const LABELS = "num_labels";
const LONGEST_NUMBER = 6; // digits of a layer's number
const PRE_TRAINED = [
  "encoder", "pooler", "MLM head", "LM head", "output matrix", "output bias", "NSP head", "SOP head",
  "discriminator head",
];

function readFamilies(table) {
  if (table.schema !== SCHEMA) throw new Unreadable("names.json: not in the form that this page reads; load the page again");
  return table.families.map((one) => {
    const rows = one.names.map((cells) => rowOf(Object.fromEntries(table.columns.map((name, at) => [name, cells[at]])), one.classes));
    const required = rows.filter((row) => row.part === "encoder" && row.kind === "parameter" && !row.only_if.length);
    return {
      type: one.family, name: one.name, prefix: one.prefix, tied: one.tied, pad: one.pad, endings: one.classes,
      rows: new Map(rows.map((row) => [row.key, row])), spelling: table.spelling, defaults: one.defaults,
      words: rows.find((row) => row.shape[0] === "vocab_size" && row.kind === "parameter")?.key ?? "",
      required: new Set(required.map((row) => row.key)),
    };
  });
}

function rowOf(row, endings) {
  const classes = row.classes === "all" ? endings : row.classes.split(" ").filter(Boolean);
  const shape = row.shape.map((one) => (one === "2" && row.part === TASK ? LABELS : one));
  const { key, part, kind, layers, alias_of, only_if } = row;
  return { key, part, kind, layers, alias_of, shape, classes, only_if };
}

function headAlias(family, ending) {
  return [...(family?.rows.values() ?? [])].find((row) => isHeadAlias(row) && row.key.endsWith(ending)) ?? null;
}

function isHeadAlias(row) {
  return row.kind === "alias" && row.part.endsWith("head");
}

function match(names, families, configType) {
  const withWords = families.filter(({ words }) => words && names.some((name) => name.endsWith(words)));
  const fitting = withWords.map((family) => matchOf(names, family)).filter((one) => fits(one, names.length));
  const named = (one) => Number(one.family.type === configType);
  const [best] = [...fitting].sort((one, other) => compareRanks(other, one) || named(other) - named(one));
  if (!best) return null;
  const alike = fitting.filter((one) => one !== best && compareRanks(one, best) === 0).map((one) => one.family.type);
  return { ...best, alike };
}


function compareRanks(one, other) {
  return one.named.size - other.named.size || [...other.wrapper].length - [...one.wrapper].length || other.missing.size - one.missing.size;
}


function fits(found, names) {
  const { family, named, missing, wrapper } = found;
  const wrapped = [...named.values()].filter((one) => one.name.startsWith(wrapper)).length;
  if (wrapper && wrapped < 0.9 * names) return false; // a part of a larger model: an encoder beside a decoder, say
  return named.has(family.words) && 2 * named.size >= names && missing.size <= 0.4 * family.required.size;
}

function matchOf(names, family) {
  const wrapper = wrapperOf(names, family);
  
  const named = new Map();
  const unknown = [];
  
  const twice = [];
  for (const name of names) {
    const one = readName(name, wrapper, family);
    const before = one && named.get(one.key);
    if (!one) unknown.push(name);
    else if (before) twice.push([before.name, name]);
    else named.set(one.key, one);
  }
  const missing = new Set(family.required);
  for (const one of named.values()) missing.delete(one.row.key);
  return { family, wrapper, named, unknown, twice, alike: [], missing };
}

function wrapperOf(names, family) {
  
  const found = [];
  for (const name of names) {
    if (name.endsWith(family.words)) {
      let before = name.slice(0, name.length - family.words.length);
      if (before.endsWith(family.prefix)) before = before.slice(0, before.length - family.prefix.length);
      if (before === "" || before.endsWith(".")) found.push(before);
    }
  }
  
  let shortest;
  for (const one of found) if (shortest === undefined || [...one].length < [...shortest].length) shortest = one;
  return shortest ?? "";
}

function readName(name, wrapper, family) {
  if (!name.startsWith(wrapper)) return null;
  let key = name.slice(wrapper.length);
  const prefixed = key.startsWith(family.prefix);
  if (prefixed) key = key.slice(family.prefix.length);
  const today = inTodaysWords(key, family.spelling);
  const [short, layer] = withoutLayer(today);
  const row = family.rows.get(short) ?? family.rows.get(today);
  if (!row || (prefixed && row.part !== "encoder" && row.part !== "pooler")) return null;
  return { name, key: today, row, layer: row.key === short ? layer : -1, prefixed, old: today !== key };
}

function inTodaysWords(key, spelling) {
  const dot = key.lastIndexOf(".");
  const [before, last] = [dot < 0 ? "" : key.slice(0, dot), key.slice(dot + 1)];
  const module = before.slice(before.lastIndexOf(".") + 1).toLowerCase();
  const renamed = Object.hasOwn(spelling.renamed, last) && module.includes(spelling.renamed_in);
  return renamed ? `${before}.${spelling.renamed[last]}` : key;
}

function withoutLayer(key) {
  const parts = key.split(".");
  const place = parts.findIndex((part, at) => at > 0 && at < parts.length - 1 && /^[0-9]+$/.test(part) && part.length <= LONGEST_NUMBER);
  if (place < 0) return [key, -1];
  return [[...parts.slice(0, place), "N", ...parts.slice(place + 1)].join("."), Number(parts[place])];
}

// file_contents.js
class FileContents {
  constructor(header, messages, families, expectedType) {
    this.header = header;
    this.families = families;
    
    this.aside = new Map();
    
    this.tensors = new Map();
    for (const [name, one] of header.tensors) {
      const found = messages.leftAside.find(({ pattern }) => pattern.test(name));
      if (found) this.aside.set(name, found.what);
      else this.tensors.set(name, one);
    }
    this.match = match([...this.tensors.keys()], families, expectedType);
    this.family = this.match?.family ?? null;
    
    this.named = this.match?.named ?? new Map();
    this.sizes = this.sizesOf();
    this.layers = this.layersOf();
  }

  tensorOf(one) {
    return (this.tensors.get(one.name));
  }

  tensor(key) {
    const one = this.named.get(key);
    return one ? this.tensorOf(one) : null;
  }

  get wordEmbedding() {
    const found = this.family ? this.tensor(this.family.words) : null;
    return found?.shape.length === 2 ? found : null;
  }

  get isWrapped() {
    return Boolean(this.header.wrapper || this.match?.wrapper);
  }

  get hasWholeNumbers() {
    return [...this.named.values()].some((one) => one.row.kind === "parameter" && this.tensorOf(one).dtype.includes("int"));
  }

  sizesOf() {
    
    const found = new Map();
    for (const one of this.named.values()) {
      const { shape, dtype } = this.tensorOf(one);
      const packed = dtype.includes("int"); // of a quantised file: four bits of two numbers, say
      if (shape.length !== one.row.shape.length || one.row.kind === "buffer" || packed) continue;
      shape.forEach((length, at) => {
        const words = one.row.shape[at] ?? "";
        const [, factor = "1", field = words] = /^(\d+) (\w+)$/.exec(words) ?? [];
        if (/^\d+$/.test(field) || BigInt(length) % BigInt(factor)) return;
        
        const sizes = found.get(field) ?? new Map();
        const size = whole(BigInt(length) / BigInt(factor));
        const names = sizes.get(size) ?? [];
        names.push(one.name);
        found.set(field, sizes.set(size, names));
      });
    }
    return found;
  }

  layersOf() {
    
    const found = new Map();
    for (const { layer, row } of this.named.values()) {
      if (layer >= 0 && !/^\d+$/.test(row.layers)) found.set(row.layers, Math.max(found.get(row.layers) ?? 0, layer + 1));
    }
    return found;
  }
}

function mostFrequent(sizes) {
  return [...sizes].reduce((best, one) => (one[1].length > best[1].length ? one : best))[0];
}

// checks_sizes.js
const HALF = ["float16", "bfloat16"];
const SHOWN_SIZES = 6;

function checkSizes(context) {
  const { file, config } = context;
  const sizes = [...file.sizes].filter(([field]) => field !== LABELS);
  const found = [...checkLabels(context), ...sizes.flatMap(([field, held]) => checkSize(context, field, held))];
  const disagree = found.length > 0;
  const shown = sizes.slice(0, SHOWN_SIZES).map(([field, held]) => `${code(field).text} ${mostFrequent(held)}`);
  if (!config.isThere && !context.header.adapter) {
    const layers = [...file.layers].map(([field, held]) => `${code(field).text} ${held}`);
    found.push(context.say("config_absent", { sizes: new Code([...shown, ...layers].join(", ") || "nothing") }));
  } else if (sizes.length && !disagree && sizes.some(([field]) => config.number(field) !== null)) {
    found.push(context.say("sizes_agree", { sizes: new Code(shown.join(", ")) }));
  }
  return [...found, ...checkVocabulary(context)];
}

function checkSize(context, field, sizes) {
  const held = mostFrequent(sizes);
  const said = context.config.number(field);
  const found = [];
  if (sizes.size > 1) {
    const examples = [...sizes].slice(0, 3).map(([size, names]) => `${code(names[0]).text} has ${size}`);
    found.push(context.say("sizes_conflict", { field: code(field), examples: new Code(examples.join(", ")) }));
  }
  if (said !== null && !sizes.has(said)) {
    found.push(context.say("sizes_differ", { field: code(field), said, held, example: code(sizes.get(held)?.[0]) }));
  }
  return found;
}

function checkLabels(context) {
  const { labels } = context.config;
  const { ending } = context;
  if (labels === null || ending === null || context.messages.oneOutput.includes(ending)) return [];
  for (const one of context.file.named.values()) {
    const [held] = context.file.tensorOf(one).shape;
    if (one.row.shape.includes(LABELS) && one.row.classes.includes(ending) && held !== labels) {
      return [context.say("labels_differ", { said: labels, held: held ?? "no rows", example: code(one.name) })];
    }
  }
  return [];
}


function checkVocabulary(context) {
  const lines = context.header.vocabulary.lines;
  const rows = context.file.wordEmbedding?.shape[0];
  if (rows === undefined || !lines || lines === rows) return [];
  return [context.say(lines > rows ? "vocabulary_longer" : "vocabulary_shorter", { lines, rows })];
}

function checkFiles(context) {
  const { header } = context;
  const found = [];
  if (header.config_name && header.config_name !== "config.json") {
    found.push(context.say("config_of_2018", { config_name: code(header.config_name) }));
  }
  if (header.others.length) {
    found.push(context.say("several_files", { read: code(header.files[0]?.name), others: listed(header.others) }));
  }
  return found;
}

function checkTypes(context) {
  
  const counts = new Map();
  for (const { dtype } of context.file.tensors.values()) {
    if (FLOATS.includes(dtype) || dtype.startsWith("float")) counts.set(dtype, (counts.get(dtype) ?? 0) + 1);
  }
  const types = [...counts].sort((one, other) => other[1] - one[1]);
  const [first] = types;
  if (!first) return [];
  const [most] = first;
  const found = [];
  if (types.length > 1) {
    found.push(context.say("dtype_mixed", { dtypes: types.map(([type, count]) => `${type} (${count})`).join(", ") }));
  } else found.push(context.say(HALF.includes(most) ? "dtype_half" : "dtype", { dtype: most }));
  const said = context.config.dtype;
  if (said !== null && !counts.has(said.startsWith("torch.") ? said.slice(6) : said)) {
    found.push(context.say("dtype_differs", { said: code(said), dtype: most }));
  }
  return found;
}

// non_finite.js
const TALL = 8192; // rows from which a matrix is looked at row by row
const AT_ONCE = 2 ** 20; // bytes
const WIDEST = 2 ** 16; // numbers in a row that is looked at whole
const MOST_EMBEDDINGS = 1000; // tensors among which embeddings are looked at row by row
const SAMPLED_NUMBERS = 512; // of a tensor, at its start and in its middle

async function countNonFinite(tensor, among) {
  const numbers = numbersOf(tensor);
  const count = numbers < SAMPLED_NUMBERS ? numbers : SAMPLED_NUMBERS;
  
  const stretches = new Map();
  const middle = whole(BigInt(plus(numbers, -BigInt(count))) / 2n);
  for (const first of [0, middle]) stretches.set(`${first} ${count}`, [first, count]);
  const [rows = 0, width = 0] = tensor.shape;
  if (tensor.shape.length === 2 && rows >= TALL && width <= WIDEST && among <= MOST_EMBEDDINGS) {
    for (const index of spread(rows)) stretches.set(`${times(index, width)} ${width}`, [times(index, width), width]);
  }
  const seen = { lookedAt: (0), bad: 0 };
  for (const group of grouped([...stretches.values()], itemBytes(tensor.dtype))) {
    const read = await Promise.all(group.map(([from, length]) => readBytes(tensor, from, length)));
    for (const data of read) {
      const values = numbersIn(data, tensor.dtype);
      seen.lookedAt = plus(seen.lookedAt, values.length);
      if (!Number.isFinite(sumOf(values))) seen.bad += Array.from(values).filter((one) => !Number.isFinite(one)).length;
    }
  }
  return seen;
}

function grouped(stretches, item) {
  
  const groups = [];
  let bytes = AT_ONCE;
  for (const one of stretches) {
    bytes += Number(one[1]) * item;
    if (bytes > AT_ONCE) {
      groups.push([]);
      bytes = Number(one[1]) * item;
    }
    groups.at(-1)?.push(one);
  }
  return groups;
}

// checks_values.js
const TWIN = 0.9; // cosine from which a row is said to point the way of others


function median(numbers) {
  const ordered = [...numbers].sort((one, other) => one - other);
  const [low, high] = [(ordered.length - 1) >> 1, ordered.length >> 1].map((at) => ordered[at] ?? Number.NaN);
  return ((low ?? 0) + (high ?? 0)) / 2;
}

async function checkMatrix(context) {
  const words = context.file.wordEmbedding;
  const alias = headAlias(context.file.family, "weight");
  if (!alias || !words || !context.wanted(alias)) return [];
  const stored = context.file.tensor(alias.key);
  if (stored) return [await comparedMatrix(context, stored, words)];
  if (!hasPart(context, alias) && !partsOfConfig(context).has(alias.part)) return [];
  const name = context.tied ? "decoder_not_stored" : "decoder_random";
  return [context.say(name, { decoder: code(alias.key), words: code(words.name) })];
}


async function comparedMatrix(context, stored, embedding) {
  const [decoder, words] = [code(stored.name), code(embedding.name)];
  if (String(stored.shape) !== String(embedding.shape)) {
    const [one, other] = [new Tuple(stored.shape), new Tuple(embedding.shape)];
    return context.say("decoder_other_shape", { decoder, words, one, other });
  }
  const why = stored.dtype !== embedding.dtype ? "their types differ" : whyNotCompared(stored, embedding);
  if (why) return context.say("decoder_not_compared", { decoder, words, why_not: why });
  const says = context.config.whoTies;
  if (await context.equal(stored, embedding)) {
    const apart = sameBytes(stored, embedding) ? "decoder_shared_untied" : "decoder_equal_untied";
    return context.say(context.tied ? "decoder_equal" : apart, { decoder, words, says, looked: context.looked(stored, embedding) });
  }
  return context.say(context.tied ? "decoder_differs" : "decoder_untied", { decoder, words, says });
}


function whyNotCompared(one, other) {
  return (readable(one) && readable(other)) || sameBytes(one, other) ? "" : whyNot(one, other);
}

function partsOfConfig(context) {
  const rows = [...(context.file.family?.rows.values() ?? [])];
  return new Set(rows.filter((row) => context.ending !== null && row.classes.includes(context.ending)).map((row) => row.part));
}

async function checkBias(context) {
  const row = headAlias(context.file.family, "bias");
  if (!row || !context.wanted(row)) return [];
  const [older, newer] = [context.file.tensor(row.alias_of), context.file.tensor(row.key)];
  const looked = older && newer ? context.looked(older, newer) : "";
  const names = { bias: code(row.alias_of), alias: code(row.key), looked };
  if (!older && !newer) return [];
  if (!older) return [context.say("bias_newer_name", names)];
  if (!newer) return [context.say(!context.tied && hasPart(context, row) ? "bias_lost" : "bias_once", names)];
  return [context.say(await comparedBias(context, older, newer), names)];
}


async function comparedBias(context, older, newer) {
  if (String(older.shape) !== String(newer.shape) || older.dtype !== newer.dtype) return "bias_differs";
  if (whyNotCompared(older, newer)) return "bias_not_read";
  if (await context.equal(older, newer)) return !context.tied && sameBytes(older, newer) ? "bias_shared_untied" : "bias_equal";
  if (context.tied) return "bias_differs";
  const numbers = numbersOf(newer);
  const bytes = await readBytes(newer, 0, numbers < WHOLE ? numbers : WHOLE);
  return bytes.some(Boolean) ? "bias_untied" : "bias_untied_zero";
}


function hasPart(context, alias) {
  return [...context.file.named.values()].some((one) => one.row.part === alias.part);
}

async function checkPad(context) {
  const words = context.file.wordEmbedding;
  if (!words || !context.file.family) return [];
  const { content } = context.config;
  const pad = content.has("pad_token_id") ? content.get("pad_token_id") : context.file.family.pad;
  const [rows = 0] = words.shape;
  if (pad === null) return [context.say("pad_none")];
  if (!isInteger(pad) || pad < 0 || pad >= rows) return [context.say("pad_outside", { pad: code(pad), rows })];
  if (!readable(words) || !numbersOf(words)) return [context.say("pad_not_read", { why_not: whyNot(words) })];
  const values = Array.from(await rowAt(words, pad));
  if (!Number.isFinite(sumOf(values))) return [context.say("pad_row_bad", { pad })];
  if (!values.some(Boolean)) return [context.say("pad_row_zero", { pad })];
  const length = norm(values);
  const rank = await rankOf(words, length);
  return [context.say("pad_row", { pad, length: general(length, 4), rank }), ...(await twins(context, words, Number(pad)))];
}


async function rankOf(words, length) {
  const [rows = 0] = words.shape;
  const lengths = [];
  for (const index of spread(rows)) lengths.push(norm(await rowAt(words, index)));
  const plain = lengths.filter(Number.isFinite);
  if (!plain.length) return "no other row that was read is whole";
  const shorter = plain.filter((one) => one < length * (1 - 1e-9)).length;
  const ofWhich = rows <= SAMPLED_ROWS ? `all ${thousands(rows)} rows` : `${plain.length} sampled rows of ${thousands(rows)}`;
  return `the median of ${ofWhich} is ${general(median(plain), 4)}; ${shorter} of the ${plain.length} are shorter`;
}


async function twins(context, words, pad) {
  const { vocabulary } = context.header;
  const lines = Math.min(vocabulary.lines, Number(words.shape[0]));
  const unused = vocabulary.unused.filter((index) => index < lines);
  if (unused.length < 2 || !vocabulary.pads.includes(pad)) return [];
  
  const rows = [];
  for (const one of spread(unused.length, 32)) rows.push(await rowAt(words, unused[Number(one)] ?? 0));
  const mean = Array.from({ length: rows[0]?.length ?? 0 }, (_, at) => sumOf(rows.map((one) => one[at] ?? 0)) / rows.length);
  const apart = new Set([...unused, pad]);
  const others = [];
  for (const index of spread(lines, 32)) if (!apart.has(Number(index))) others.push(await rowAt(words, index));
  if (!others.length || ![mean, ...others].every((one) => Number.isFinite(sumOf(one)))) return [];
  const mine = cosine(await rowAt(words, pad), mean);
  const theirs = median(others.map((one) => cosine(one, mean)));
  const name = mine > TWIN && mine > theirs ? "pad_twin" : "pad_no_twin";
  const values = { cosine: fixed(mine, 2), others: fixed(theirs, 2), unused: rows.length, sampled: others.length };
  return [context.say(name, { count: unused.length, ...values })];
}

async function checkFinite(context) {
  const looked = [...context.header.tensors.values()].filter((one) => readable(one) && numbersOf(one));
  looked.sort(inFile);
  const done = new Set();
  
  const seen = [];
  for (const one of looked) {
    if (done.has(stretchKey(one))) continue; // of two names for the same bytes, one
    done.add(stretchKey(one));
    seen.push({ name: one.name, ...(await countNonFinite(one, looked.length)) });
  }
  const how = `${thousands(total(seen.map((one) => one.lookedAt)))} numbers looked at; --full looks at all`;
  const bad = seen.filter((one) => one.bad);
  const found = [];
  if (bad.length) {
    const count = thousands(total(bad.map((one) => one.bad)));
    found.push(context.say("not_finite", { count, tensors: bad.length, looked: how, examples: listed(bad.map((one) => one.name)) }));
  } else if (seen.length) found.push(context.say("finite", { looked: how }));
  const names = new Set(looked.map((one) => one.name));
  const left = [...context.file.tensors.values()].filter((one) => !names.has(one.name) && numbersOf(one) && /^b?float/.test(one.dtype));
  if (left.length) found.push(context.say("values_not_read", { count: left.length, why_not: whyNot(...left) }));
  return found;
}


function inFile(one, other) {
  const paths = byCodePoint(one.place?.file.path ?? "", other.place?.file.path ?? "");
  return paths || Number(one.place?.offset) - Number(other.place?.offset) || Number(one.start) - Number(other.start);
}

// class_coverage.js
const OUTPUT = ["output matrix", "output bias"];

function classCoverage(context, tieBroken) {
  const { family } = context.file;
  return family ? family.endings.map((ending) => fitOf(context, family, ending, tieBroken)) : [];
}

function fitOf(context, family, ending, tieBroken) {
  const { named } = context.file;
  const rows = [...family.rows.values()].filter((row) => row.classes.includes(ending) && context.wanted(row));
  const { found, missing } = looked(context, family, rows);
  const has = new Set(rows.map((row) => row.key));
  const unused = [...named.values()].filter((one) => !has.has(one.row.key) && one.row.kind !== "buffer").map((one) => one.row.part);
  const wholes = rows.filter((row) => row.kind === "parameter" && missing.some((one) => one.part === row.part)).map((row) => row.part);
  const lost = inOrder(missing.filter(({ part, key }) => !OUTPUT.includes(part) || !wholes.includes(partOf(family, key))).map((one) => one.part));
  const misfits = found.filter((key) => isMisfit(context, key, ending)).map((key) => String(named.get(key)?.name));
  const head = rows.some(isHeadAlias);
  const name = context.classPrefix + ending;
  let rated = verdictOf(lost, head && tieBroken, head && !context.tied);
  if (misfits.length) {
    rated = { level: "problem", verdict: "does not load: other sizes" };
  } else if (found.some((key) => named.get(key)?.row.part === TASK) && name !== context.config.className) {
    if (LEVELS.indexOf(rated.level) < 1) rated = { level: "note", verdict: `${rated.verdict}, if it is for the same task` };
  }
  if (context.file.isWrapped) rated = { level: "problem", verdict: "finds no name" };
  const names = missing.map((one) => one.key);
  return { name, level: rated.level, found: found.length, missing: lost, unused: inOrder(unused), missing_names: names, misfits, verdict: rated.verdict };
}

function looked(context, family, rows) {
  const found = [];
  const missing = [];
  for (const row of rows) {
    const needed = (row.kind === "parameter" || row.kind === "alias") && !elsewhere(context, family, row);
    for (const key of context.keys(row)) {
      if (context.file.named.has(key)) found.push(key);
      else if (needed) missing.push({ part: missingPart(row), key });
    }
  }
  return { found, missing };
}


function isMisfit(context, key, ending) {
  const one = context.file.named.get(key);
  if (one?.row.shape.includes(LABELS) && context.messages.oneOutput.includes(ending)) {
    return context.file.tensorOf(one).shape[0] !== 1;
  }
  return context.misfits.has(key);
}


function partOf(family, key) {
  return family.rows.get(key)?.part ?? "";
}

function missingPart(row) {
  if (!isHeadAlias(row)) return row.part;
  return row.key.endsWith("bias") ? "output bias" : "output matrix";
}

function elsewhere(context, family, row) {
  const { named } = context.file;
  if (row.kind === "alias") return (context.tied || !row.part.endsWith("head")) && named.has(row.alias_of);
  return context.tied && [...family.rows.values()].some((other) => other.kind === "alias" && other.alias_of === row.key && named.has(other.key));
}

function verdictOf(missing, tieBroken, untied) {
  const lost = missing.filter((part) => part !== TASK);
  if (lost.length === 1 && lost[0] === "output bias") return { level: "problem", verdict: "output bias new: zeros" };
  if (lost.length) return { level: "problem", verdict: `${lost.join(", ")} random` };
  if (tieBroken) return { level: "problem", verdict: "tie broken" };
  if (missing.length) return { level: "note", verdict: `${TASK} new: train it` };
  return untied ? { level: "note", verdict: "all there, untied as asked" } : { level: "fine", verdict: "all there" };
}


function inOrder(parts) {
  const all = new Set(parts);
  const known = PRE_TRAINED.filter((part) => all.has(part));
  return [...known, ...[...all].filter((part) => !known.includes(part)).sort(byCodePoint)];
}

function heldParts(context) {
  const { family, named } = context.file;
  const parts = new Set([...named.values()].filter((one) => one.row.kind !== "buffer").map((one) => one.row.part));
  if (family && context.tied && parts.size) {
    const rows = [...family.rows.values()];
    const own = new Set(rows.filter((row) => row.kind !== "alias").map((row) => row.part));
    for (const row of rows) if (isHeadAlias(row) && !own.has(row.part)) parts.add(row.part);
  }
  return inOrder(parts);
}

// context.js
const MOST_LAYERS = 10_000;
const GROUPS = "num_hidden_groups"; // of ALBERT: layers that share their parameters

class CheckContext {
  
  constructor(file, config, messages) {
    this.file = file;
    this.config = config;
    this.messages = messages;
    this.header = file.header;
    
    this.compared = new Map();
    this.classPrefix = file.family ? config.classPrefix(file.family) : "";
    this.tied = config.ties(file.family);
    this.ending = file.family?.endings.find((one) => this.classPrefix + one === config.className) ?? null;
    this.quantised = config.content.get("quantization_config") instanceof Map || file.hasWholeNumbers;
    this.conditions = new Set([...file.named.values()].map((one) => JSON.stringify(one.row.only_if)));
    this.misfits = this.misfitsOf();
  }

  async equal(one, other) {
    const compared = this.compared.get(one) ?? new Map();
    this.compared.set(one, compared);
    if (!compared.has(other)) compared.set(other, await equal(one, other));
    return compared.get(other);
  }

  looked(one, other) {
    if (sameBytes(one, other)) return "the same bytes";
    if (numbersOf(one) <= WHOLE) return "every byte";
    const [rows = 0] = one.shape;
    const kind = one.shape.length > 1 ? "rows" : "numbers";
    return `${rows < SAMPLED_ROWS ? rows : SAMPLED_ROWS} of ${thousands(rows)} ${kind} compared; --full compares all`;
  }

  hasHead(name) {
    const alias = headAlias(this.file.family, "weight");
    const ending = name.startsWith(this.classPrefix) ? name.slice(this.classPrefix.length) : name;
    return Boolean(alias?.classes.includes(ending));
  }

  layersInWords(between, one, more) {
    const words = [...this.file.layers].map(([name, held]) => {
      if (name !== GROUPS) return `${held}${held === 1 ? one : more}`;
      const shared = this.config.number("num_hidden_layers");
      return `${held} group${held === 1 ? "" : "s"}${shared ? ` (shared by ${shared} layers)` : ""}`;
    });
    return words.join(between);
  }

  say(name, values) {
    return this.messages.finding(name, values);
  }

  wanted(row) {
    if (!row.only_if.length) return true;
    if (!this.config.isThere && row.part === "encoder") return this.conditions.has(JSON.stringify(row.only_if));
    return row.only_if.every(([field, condition, asked]) => this.holds(field, condition, asked));
  }

  
  holds(field, condition, asked) {
    if (condition === "differs from") return this.expected(field) !== this.expected(String(asked));
    const said = this.config.content.get(field) ?? this.byDefault(field);
    if (condition === "has" || condition === "has not") return holdsOne(said, asked) === (condition === "has");
    return isSame(said, asked) === (condition === "is");
  }

  byDefault(field) {
    const defaults = this.file.family?.defaults ?? {};
    return Object.hasOwn(defaults, field) ? defaults[field] : null;
  }

  expected(field) {
    if (field === LABELS) return this.config.labels;
    const held = this.file.sizes.get(field);
    const byDefault = this.byDefault(field);
    const said = this.config.number(field);
    if (said === null && this.config.isThere && byDefault !== null) {
      if (isInteger(byDefault)) return byDefault;
      return typeof byDefault === "string" ? this.expected(byDefault) : null;
    }
    return said ?? (held?.size ? mostFrequent(held) : null);
  }

  get unsaid() {
    const read = this.header.config_name === "config.json";
    const fields = new Set([...this.file.sizes.keys(), ...this.file.layers.keys()].filter((field) => field !== LABELS));
    return [...fields].filter((one) => !read || (this.config.number(one) === null && this.byDefault(one) === null));
  }

  misfitsOf() {
    const found = new Set();
    for (const [field, sizes] of this.file.sizes) {
      const expected = this.expected(field);
      for (const [size, names] of sizes) if (expected !== null && expected !== size) for (const one of names) found.add(one);
    }
    const keys = [...this.file.named].filter(([, one]) => found.has(one.name) || this.isOfAnotherForm(one));
    return new Set(keys.map(([key]) => key));
  }

  isOfAnotherForm(one) {
    const { shape, dtype } = this.file.tensorOf(one);
    const { row } = one;
    if (row.kind === "buffer" || dtype.includes("int")) return false;
    if (shape.length !== row.shape.length) return true;
    return row.part !== "encoder" && row.shape.some((words, at) => /^\d+$/.test(words) && Number(words) !== shape[at]);
  }

  layerCount(row) {
    if (/^\d+$/.test(row.layers)) return Number(row.layers);
    const said = this.config.number(row.layers);
    const held = this.file.layers.get(row.layers) ?? 0;
    return said !== null && said >= 0 && said <= MOST_LAYERS ? Number(said) : Math.min(held, MOST_LAYERS);
  }

  keys(row) {
    if (!row.layers) return [row.key];
    return Array.from({ length: this.layerCount(row) }, (_, index) => row.key.replace(".N.", `.${index}.`));
  }
}


function holdsOne(said, asked) {
  if (typeof said === "string") return said.includes(String(asked));
  return Array.isArray(said) && said.some((one) => isSame(one, asked));
}

function isSame(one, other) {
  const [mine, its] = [one, other].map((value) => (value instanceof Float ? value.value : typeof value === "boolean" ? Number(value) : value));
  return mine === its;
}

function makeContext(header, messages, families) {
  const config = new Configuration(header.config, messages);
  return new CheckContext(new FileContents(header, messages, families, config.namesOf), config, messages);
}

// examine.js
const BROKEN_TIE = ["decoder_differs", "bias_differs", "decoder_other_shape"];
const REPORT_SCHEMA = 1;

async function examine(header, messages, families, wanted, first) {
  const context = makeContext(header, messages, families);
  const ties = [...(await checkMatrix(context)), ...(await checkBias(context))];
  const classes = classCoverage(context, ties.some((one) => BROKEN_TIE.includes(one.name)));
  const { className } = context.config;
  const asked = wanted ?? (classes.some((one) => one.name === className) ? className : "");
  const before = [
    ...checkForm(context), ...checkAdapter(context), ...checkFamily(context), ...checkEncoder(context), ...checkClasses(context, classes), ...ties, ...(await checkPad(context)),
    ...checkSizes(context), ...checkFiles(context), ...(await checkNames(context)), ...checkTypes(context),
  ];
  const bytes = await checkBytes(context);
  first?.(reportOf(context, classes, [...before, ...bytes], asked));
  return reportOf(context, classes, [...before, ...(await checkFinite(context)), ...bytes], asked);
}

function reportOf(context, fits, found, asked) {
  const { header } = context;
  let [classes, findings] = [fits, found];
  findings.sort((one, other) => LEVELS.indexOf(other.level) - LEVELS.indexOf(one.level));
  if (asked) {
    const { fit, first } = checkAsked(context, classes, asked);
    const abouts = fit && context.hasHead(fit.name) ? ["file", "head"] : ["file"];
    findings = [first, ...findings.map((one) => ({ ...one, counts: abouts.includes(one.about) }))];
    classes = fit ? [fit, ...classes.filter((one) => one !== fit)] : classes;
  }
  return {
    schema: REPORT_SCHEMA,
    level: LEVELS.findLast((level) => findings.some((one) => one.level === level)) ?? "fine",
    failed: findings.some((one) => one.level === "problem" && one.counts),
    format: header.format,
    full: false,
    files: header.files,
    family: context.file.family?.type ?? "",
    summary: summaryOf(context),
    parts: heldParts(context),
    classes,
    findings,
    notes: header.notes,
    asked,
  };
}


function summaryOf(context) {
  const { file, config } = context;
  const tensors = [...file.header.tensors.values()];
  const stored = new Map(tensors.filter((one) => !file.aside.has(one.name)).map((one) => [stretchKey(one), numbersOf(one)]));
  const types = [...new Set(tensors.map((one) => one.dtype))].sort(byCodePoint);
  let family = context.classPrefix || (context.header.adapter ? "an adapter" : "not known here");
  if (config.modelType && file.family && config.namesOf !== file.family.type) {
    family += ` (the configuration says ${config.modelType})`;
  }
  return {
    family,
    layers: context.layersInWords(" + ", "", "") || "–",
    "word embedding": file.wordEmbedding?.shape.join(" × ") ?? "–",
    tensors: thousands(tensors.length),
    parameters: thousands(total(stored.values())),
    types: types.slice(0, 5).join(", "),
    bytes: inWords(total(file.header.files.map((one) => one.size))),
    configuration: file.header.config_name || "none",
  };
}

// allowance.js
const HEADERS = "bytes of headers";
const STEPS = "steps in pickles";
const [TENSORS, LETTERS] = ["tensors", "letters in names"];
const ALLOWED = new Map([[HEADERS, 16_000_000], [TENSORS, 100_000], [LETTERS, 10_000_000], [STEPS, 1_000_000]]);
const LONGEST_NAME = 1000;

class Allowance {
  constructor() {
    
    this.taken = new Map();
  }

  take(what, count, name) {
    const [taken, most] = [(this.taken.get(what) ?? 0) + Number(count), ALLOWED.get(what) ?? 0];
    this.taken.set(what, taken);
    if (taken > most) throw new Unreadable(`${name}: claims more than ${thousands(most)} ${what}, all files together; left alone`);
  }

  takeNames(names, name) {
    let [count, letters, longest] = [0, 0, 0];
    for (const { length } of names) [count, letters, longest] = [count + 1, letters + length, Math.max(longest, length)];
    this.take(TENSORS, count, name);
    this.take(LETTERS, letters, name);
    if (longest > LONGEST_NAME) throw new Unreadable(`${name}: has a name of more than ${thousands(LONGEST_NAME)} letters; left alone`);
  }
}

// source.js
const LARGEST_READ = 32 * 2 ** 20;
const NEAR = 2 ** 11;
const AHEAD = 2 ** 14;

function blobSource(path, blob) {
  return {
    path,
    size: blob.size,
    read: async (offset, count) => new Uint8Array(await blob.slice(offset, offset + count).arrayBuffer()),
  };
}

class CheckedSource {
  
  constructor(source, allowance = new Allowance()) {
    this.allowance = allowance;
    this.path = source.path;
    this.name = source.path.slice(source.path.lastIndexOf("/") + 1);
    this.size = source.size;
    this.source = source;
    
    this.window = new Uint8Array(0);
    this.windowAt = 0;
  }

  async read(offset, count) {
    checkCount(this.name, offset, count);
    if (count === 0) return new Uint8Array(0);
    if (typeof offset !== "number" || typeof count !== "number" || offset + count > this.size) {
      throw truncated(this.name, offset, count, this.size);
    }
    if (count > NEAR) return this.bytes(offset, count);
    if (offset < this.windowAt || offset + count > this.windowAt + this.window.length) {
      this.window = await this.bytes(offset, Math.min(AHEAD, this.size - offset));
      this.windowAt = offset;
    }
    return this.window.subarray(offset - this.windowAt, offset - this.windowAt + count);
  }

  
  async bytes(offset, count) {
    let data;
    try {
      data = await this.source.read(offset, count);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw new Unreadable(`${this.name}: cannot be read (${why}); was it changed or moved since it was dropped?`);
    }
    if (data.length < count) throw truncated(this.name, offset, count, this.size);
    return data;
  }
}

function truncated(name, offset, count, size) {
  return new Unreadable(
    `${name}: ends at byte ${size}, but ${count} bytes from byte ${offset} on are spoken of: ` +
      "the file is cut off or damaged; fetch it again",
  );
}


function checkCount(name, offset, count) {
  if (offset >= 0 && count >= 0 && count <= LARGEST_READ) return;
  throw new Unreadable(
    `${name}: speaks of ${count} bytes from byte ${offset} on in one piece: ` +
      `more than ${LARGEST_READ / 2 ** 20} MB, or a negative number; the file is damaged, or made to harm`,
  );
}

function latin(bytes) {
  return String.fromCharCode(...bytes);
}

// files.js
class Files {
  
  constructor(sources) {
    this.sources = new Map(sources.map((one) => [one.path, one]));
    
    this.opened = new Map();
    this.allowance = new Allowance();
  }

  
  has(path) {
    return this.sources.has(path);
  }

  
  hasFolder(folder) {
    return [...this.sources.keys()].some((path) => path.startsWith(`${folder}/`));
  }

  
  open(path) {
    const known = this.opened.get(path);
    if (known) return known;
    const source = this.sources.get(path);
    if (!source) throw new Unreadable(`${path}: cannot be opened; is the path right?`);
    const opened = new CheckedSource(source, this.allowance);
    this.opened.set(path, opened);
    return opened;
  }
}

// find.js
const WEIGHTS = ["model.safetensors", "model.safetensors.index.json", "pytorch_model.bin", "pytorch_model.bin.index.json"];
const ADAPTERS = ["adapter_model.safetensors", "adapter_model.bin"];
const CONFIGS = ["config.json", "bert_config.json"];
const SHARD = /-\d{5}-of-(?!00001)\d{5}\.(safetensors|bin)$/;
const NO_WEIGHTS = ["optimizer.pt", "optimizer.bin", "scheduler.pt", "rng_state.pth", "training_args.bin", "scaler.pt"];
const OTHER = "which is not read here; take the model.safetensors or pytorch_model.bin of the same model";
const CONVERT = `${OTHER}, or convert it with transformers 4, which has`;

const FOREIGN = new Map([
  [".h5", `an HDF5 file, as Keras writes TensorFlow's weights, ${CONVERT} \`from_tf=True\``],
  [".msgpack", `Flax's weights, ${CONVERT} \`from_flax=True\``],
  [".ot", `weights for Rust, ${OTHER}`],
  [".onnx", `an ONNX graph, ${OTHER}`],
  [".gguf", "a GGUF file, as llama.cpp reads it, which is not read here; take the file that it was made from"],
  [".mlmodel", `Core ML's, ${OTHER}`],
]);

async function find(files, chosen, given) {
  const folder = chosen.slice(0, chosen.lastIndexOf("/") + 1);
  if (!files.has(chosen)) return inFolder(files, chosen ? `${chosen}/` : "", given);
  if (chosen.endsWith(".json") && !chosen.endsWith(".index.json")) {
    throw new Unreadable(`${given}: a configuration, not weights; give the folder that it lies in`);
  }
  if (SHARD.test(chosen)) throw new Unreadable(`${given}: one of the parts of a sharded file; give the folder, or its index`);
  return beside(files, chosen, folder, []);
}

function onlyWeights(files) {
  const names = namesIn(files, "");
  const [one, ...more] = names.some(isCandidate) ? [] : names.filter(isLoose);
  return one !== undefined && !more.length && files.has(one) ? one : "";
}


function namesIn(files, folder) {
  const paths = [...files.sources.keys()].filter((path) => path.startsWith(folder));
  return [...new Set(paths.map((path) => path.slice(folder.length).split("/")[0] ?? ""))].sort(byCodePoint);
}


function isCandidate(name) {
  return WEIGHTS.includes(name) || isOther(name);
}


function isOther(name) {
  return /(\.tar\.gz|\.tgz|\.ckpt\.index)$/.test(name) || name === "model.index";
}


function isLoose(name) {
  return /\.(safetensors|bin|pt|pth)$/.test(name) && !NO_WEIGHTS.includes(name) && !SHARD.test(name);
}

async function inFolder(files, folder, given, nested = false) {
  const names = namesIn(files, folder);
  const below = nested || names.some((name) => WEIGHTS.includes(name)) ? "" : await transformerFolder(files, folder);
  if (below && files.hasFolder(folder + below)) {
    return { ...(await inFolder(files, `${folder}${below}/`, `${given}/${below}`, true)), modules: folder };
  }
  
  const candidates = WEIGHTS.filter((one) => names.includes(one));
  if (!candidates.length && names.includes(ADAPTER)) candidates.push(...ADAPTERS.filter((one) => names.includes(one)));
  const [first, ...others] = [...candidates, ...names.filter(isOther)];
  if (first !== undefined) return beside(files, folder + first, folder, others);
  const loose = [...names.filter(isLoose), ...names.filter((name) => WEIGHTS.some((one) => files.has(`${folder}${name}/${one}`)))];
  const hint = loose.length ? `; to read ${loose[0]}, give its path` : foreign(names);
  throw new Unreadable(`${given}: no model.safetensors, pytorch_model.bin, archive or TensorFlow index in it${hint}`);
}

function foreign(names) {
  for (const name of names) {
    for (const [ending, what] of FOREIGN) if (name.endsWith(ending)) return `; ${name} is ${what}`;
  }
  return "";
}

function beside(files, weights, folder, others) {
  const config = CONFIGS.map((name) => folder + name).find((path) => files.has(path)) ?? "";
  const vocabulary = files.has(`${folder}vocab.txt`) ? `${folder}vocab.txt` : "";
  return { weights, folder, config, vocabulary, others, modules: files.has(folder + MODULES) ? folder : null };
}

// safetensors_file.js
const DTYPES = new Map([
  ["F64", "float64"], ["F32", "float32"], ["F16", "float16"], ["BF16", "bfloat16"],
  ["F8_E4M3", "float8_e4m3fn"], ["F8_E5M2", "float8_e5m2"],
  ["I64", "int64"], ["I32", "int32"], ["I16", "int16"], ["I8", "int8"],
  ["U64", "uint64"], ["U32", "uint32"], ["U16", "uint16"], ["U8", "uint8"], ["BOOL", "bool"], ["C64", "complex64"],
]);
const LENGTH = 8; // bytes that hold the header's length
const MOST = 2n ** 62n;

async function readSafetensors(source) {
  const { name, size } = source;
  if (size < LENGTH) throw new Unreadable(`${name}: ${size} bytes are too few for a safetensors file; fetch it again`);
  const length = fromLittle(await source.read(0, LENGTH));
  if (length > size - LENGTH) {
    throw new Unreadable(
      `${name}: its header claims ${length} bytes, and the file has ${size}: ` +
        "no safetensors file, or a cut-off one; fetch it again",
    );
  }
  source.allowance.take(HEADERS, length, name);
  const header = parseObject(await source.read(LENGTH, length), `${name}, header`);
  const metadata = metadataOf(header.has("__metadata__") ? header.get("__metadata__") : new Map(), name);
  header.delete("__metadata__");
  source.allowance.takeNames(header.keys(), name);
  const start = LENGTH + Number(length);
  
  const tensors = new Map();
  for (const [key, entry] of header) tensors.set(key, tensorOf(key, entry, source, start));
  checkCover(tensors, start, size, name);
  return { tensors, metadata };
}

function metadataOf(value, name) {
  if (!(value instanceof Map) || ![...value.values()].every((one) => typeof one === "string")) {
    throw new Unreadable(`${name}: \`__metadata__\` is no map of texts; the header is damaged`);
  }
  return value;
}

function tensorOf(key, entry, source, start) {
  const { name, path } = source;
  if (!(entry instanceof Map) || entry.size !== 3 || !["dtype", "shape", "data_offsets"].every((one) => entry.has(one))) {
    throw new Unreadable(`${name}: ${repr(key)} has no dtype, shape and data_offsets; the header is damaged`);
  }
  const shape = entry.get("shape");
  const offsets = entry.get("data_offsets");
  if (!areCounts(shape) || !areCounts(offsets)) throw noShape(name, key);
  const [begin, end] = offsets;
  if (begin === undefined || end === undefined || offsets.length !== 2 || begin > end) throw noShape(name, key);
  const dtype = DTYPES.get(asString(entry.get("dtype")));
  if (dtype === undefined) {
    throw new Unreadable(`${name}: ${repr(key)} has the unknown type ${repr(entry.get("dtype"))}; is the file newer than this program?`);
  }
  const size = times(product(shape), ITEM_BYTES[dtype] ?? 0);
  const held = plus(end, -begin);
  if (size !== held) {
    throw new Unreadable(`${name}: ${repr(key)} needs ${size} bytes and its offsets hold ${held}; the header is damaged`);
  }
  const place = { file: source, offset: plus(start, begin), size };
  return { name: key, shape, dtype, place, storage: size ? `${path}:${begin}` : `${path}:${key}`, start: 0, strides: null };
}


function noShape(name, key) {
  return new Unreadable(`${name}: ${repr(key)} has a shape or offsets that are none; the header is damaged`);
}

function areCounts(value) {
  return Array.isArray(value) && value.length <= 64 && value.every((one) => isWhole(one) && one >= 0 && one < MOST);
}

function isWhole(value) {
  return !(value instanceof Float) && (typeof value === "number" || typeof value === "bigint");
}

function checkCover(tensors, start, size, name) {
  
  let expected = start;
  let before = "the header";
  const places = [...tensors].flatMap(([key, one]) => (one.place ? [{ key, place: one.place }] : []));
  places.sort((one, other) => compareWhole(one.place.offset, other.place.offset) || compareWhole(one.place.size, other.place.size));
  for (const { key, place } of places) {
    if (place.offset !== expected) {
      const how = place.offset < expected ? "overlaps" : "leaves a gap behind";
      throw new Unreadable(`${name}: ${repr(key)} ${how} ${before}; the file is damaged, or made to harm`);
    }
    expected = plus(place.offset, place.size);
    before = repr(key);
  }
  if (expected !== size) {
    const how = expected > size ? "cut off" : "longer than its header says";
    throw new Unreadable(`${name}: ${how}: the tensors end at byte ${expected}, the file at ${size}; fetch it again`);
  }
}


function compareWhole(one, other) {
  return one < other ? -1 : one > other ? 1 : 0;
}

// pickle_values.js
const STORAGES = new Map([
  ["Float", "float32"], ["Double", "float64"], ["Half", "float16"], ["BFloat16", "bfloat16"], ["Long", "int64"],
  ["Int", "int32"], ["Short", "int16"], ["Char", "int8"], ["Byte", "uint8"], ["Bool", "bool"],
  ["ComplexFloat", "complex64"], ["ComplexDouble", "complex128"], ["Untyped", "uint8"],
]);
const REBUILD = ["_rebuild_tensor", "_rebuild_tensor_v2", "_rebuild_parameter"];
const LARGEST_COUNT = 2n ** 62n;

class PythonError extends Error {
  
  constructor(kind) {
    super(kind);
    this.kind = kind;
  }
}

class Global {
  
  constructor(module, name) {
    this.module = module;
    this.name = name;
  }
}

class StorageRef {
  
  constructor(key, dtype, numbers) {
    this.key = key;
    this.dtype = dtype;
    this.numbers = numbers;
  }
}

class TensorRef {
  
  constructor(storage, start, shape, strides) {
    this.storage = storage;
    this.start = start;
    this.shape = shape;
    this.strides = strides;
  }
}

function storageType(name) {
  return (name.endsWith("Storage") && STORAGES.get(name.slice(0, -"Storage".length))) || "";
}

function knownGlobal(module, name, file) {
  if (
    (REBUILD.includes(name) && module === "torch._utils") ||
    (["torch", "torch.storage"].includes(module) && (storageType(name) || name === "Size" || name === "device")) ||
    (module === "torch" && (Object.hasOwn(ITEM_BYTES, name) || name === "Tensor")) ||
    (module === "collections" && name === "OrderedDict") ||
    (module === "torch.nn.parameter" && name === "Parameter")
  ) {
    return new Global(module, name);
  }
  if (
    (["torch._utils", "torch._tensor"].includes(module) && name.startsWith("_rebuild")) ||
    (module === "torch" && /^(qint|quint|per_tensor|per_channel)/.test(name))
  ) {
    throw new Unreadable(
      `${file}: holds a tensor of a kind that is not read here (${module}.${name}: quantised, ` +
        "sparse, of 8 bits, without numbers, or of a subclass). Nothing was run; save plain tensors",
    );
  }
  throw new Unreadable(
    `${file}: its pickle would call ${module}.${name}, which no file of weights needs. ` +
      "Nothing was run. If it is yours, save model.state_dict() alone; if not, ask for a safetensors file",
  );
}

function resultOf(called, given) {
  switch (called.name) {
    case "OrderedDict":
      return given.length ? new Map(pairsOf(given[0])) : new Map();
    case "_rebuild_parameter":
      if (!(first(given) instanceof TensorRef)) throw new PythonError("TypeError");
      return given[0];
    case "_rebuild_tensor":
    case "_rebuild_tensor_v2":
      return rebuilt(given);
    case "Size":
      return countsOf(first(given));
    case "device":
      return null;
    default:
      throw new PythonError("TypeError");
  }
}


function first(given) {
  if (!given.length) throw new PythonError("IndexError");
  return given[0];
}


function rebuilt(given) {
  if (given.length < 4) throw new PythonError("ValueError");
  const [storage, start, shape, strides] = given;
  if (!(storage instanceof StorageRef)) throw new PythonError("TypeError");
  return new TensorRef(storage, asCount(start), countsOf(shape).counts, countsOf(strides).counts);
}

function pairsOf(items) {
  if (!Array.isArray(items)) throw new PythonError("TypeError");
  return items.map((pair) => {
    const two = pair instanceof Tuple ? pair.items : typeof pair === "string" ? [...pair] : pair;
    if (!Array.isArray(two) || two.length !== 2 || typeof two[0] !== "string") throw new PythonError("TypeError");
    return [two[0], two[1]];
  });
}

function asText(value) {
  if (typeof value !== "string") throw new PythonError("TypeError");
  return value;
}

function asCount(value) {
  if ((typeof value !== "number" && typeof value !== "bigint") || value < 0 || value >= LARGEST_COUNT) throw new PythonError("TypeError");
  return value;
}


function countsOf(values) {
  const items = values instanceof Tuple ? values.items : values;
  if (!Array.isArray(items) || items.length > 64) throw new PythonError("TypeError");
  return new Counts(items.map(asCount));
}

class Counts extends Tuple {
  
  constructor(counts) {
    super(counts);
    this.counts = counts;
  }
}

// state_dict.js
const WRAPPERS = ["state_dict", "model_state_dict", "model", "module", "net"];

function stateDictIn(value, { name, allowance }) {
  if (!(value instanceof Map)) throw new Unreadable(`${name}: holds no dict of tensors; save \`model.state_dict()\``);
  if (value.has("param_groups")) throw new Unreadable(`${name}: an optimiser's state, not weights; give the model's own file`);
  const inner = [...WRAPPERS, ...[...value.keys()].filter((key) => typeof key === "string" && !WRAPPERS.includes(key))];
  let best = { found: tensorsOf(value), wrapper: "" };
  const seen = new Set(); // a pickle can name one dict many times
  for (const wrapper of inner) {
    const one = value.get(wrapper);
    const found = one instanceof Map && !seen.has(one) ? tensorsOf(one) : new Map();
    seen.add(one);
    if (found.size > best.found.size) best = { found, wrapper };
  }
  if (!best.found.size) throw new Unreadable(`${name}: holds no tensors by name; save \`model.state_dict()\``);
  allowance.takeNames(best.found.keys(), name);
  return best;
}

function tensorsOf(value) {
  
  const found = new Map();
  for (const [key, one] of value) if (typeof key === "string" && one instanceof TensorRef) found.set(key, one);
  return found;
}

function tensorsAt(found, places, source) {
  
  const tensors = new Map();
  for (const [key, { storage, start, shape, strides }] of found) {
    if (strides.length !== shape.length) {
      throw new Unreadable(`${source.name}: ${repr(key)} has a shape of ${shape.length} numbers and ${strides.length} strides`);
    }
    const last = shape.reduce((sum, length, at) => plus(sum, times(plus(length, -1), strides[at] ?? 0)), start);
    if (!shape.includes(0) && last >= storage.numbers) {
      throw new Unreadable(`${source.name}: ${repr(key)} reaches beyond its storage; the file is damaged, or made to harm`);
    }
    const place = (places.get(storage.key));
    tensors.set(key, { name: key, shape, dtype: storage.dtype, place, storage: `${source.path}:${storage.key}`, start, strides });
  }
  return tensors;
}

// opcodes.js
const MARK = Symbol("mark");


const getFrom = (size) => (u) => {
  const index = u.number(size);
  if (!u.memo.has(index)) throw new PythonError("KeyError");
  u.stack.push(u.memo.get(index));
};

const putAt = (size) => (u) => void u.memo.set(u.number(size), u.top());

const pushText = (size) => (u) => void u.stack.push(u.text(u.number(size)));


function pushLong(u) {
  const bytes = u.bytes(u.number(1));
  u.stack.push(whole(BigInt.asIntN(8 * bytes.length, BigInt(fromLittle(bytes)))));
}


function pushFloat(u) {
  const bytes = u.bytes(8);
  u.stack.push(new Float(new DataView(bytes.buffer, bytes.byteOffset).getFloat64(0)));
}


function stackGlobal(u) {
  const name = u.pop();
  u.find(asText(u.pop()), asText(name));
}


function setItem(u) {
  const value = u.pop();
  u.set([u.pop(), value]);
}


function checkProtocol(u) {
  const protocol = u.byte();
  if (protocol < 2 || protocol > 5) throw u.bad(`protocol ${protocol}`);
}


const byteOf = (letter) => letter.charCodeAt(0);


const OPCODES = new Map([
  [0x80, checkProtocol],
  [0x95, (u) => void u.bytes(8)], // FRAME: how long the next part is
  [byteOf("}"), (u) => void u.stack.push(new Map())],
  [byteOf("]"), (u) => void u.stack.push([])],
  [byteOf(")"), (u) => void u.stack.push(new Tuple([]))],
  [byteOf("("), (u) => void u.stack.push(MARK)],
  [byteOf("N"), (u) => void u.stack.push(null)],
  [0x88, (u) => void u.stack.push(true)],
  [0x89, (u) => void u.stack.push(false)],
  [byteOf("J"), (u) => void u.stack.push(u.number(4) | 0)],
  [byteOf("K"), (u) => void u.stack.push(u.number(1))],
  [byteOf("M"), (u) => void u.stack.push(u.number(2))],
  [byteOf("G"), pushFloat],
  [0x8a, pushLong],
  [byteOf("X"), pushText(4)],
  [0x8c, pushText(1)],
  [byteOf("T"), pushText(4)], // a text of Python 2
  [byteOf("U"), pushText(1)],
  [byteOf("c"), (u) => u.find(u.line(), u.line())],
  [0x93, stackGlobal],
  [byteOf("q"), putAt(1)],
  [byteOf("r"), putAt(4)],
  [0x94, (u) => void u.memo.set(u.memo.size, u.top())],
  [byteOf("h"), getFrom(1)],
  [byteOf("j"), getFrom(4)],
  [byteOf("t"), (u) => void u.stack.push(new Tuple(u.popMark()))],
  [0x85, (u) => u.tuple(1)],
  [0x86, (u) => u.tuple(2)],
  [0x87, (u) => u.tuple(3)],
  [byteOf("a"), (u) => u.append([u.pop()])],
  [byteOf("e"), (u) => u.append(u.popMark())],
  [byteOf("s"), setItem],
  [byteOf("u"), (u) => u.set(u.popMark())],
  [byteOf("R"), (u) => u.reduce()],
  [byteOf("b"), (u) => u.build()],
  [byteOf("Q"), (u) => u.persistent()],
  [byteOf("0"), (u) => void u.pop()],
]);

// unpickler.js
const PICKLE_WINDOW = 2 ** 16;

class NeedsBytes extends Error {
  
  constructor(count) {
    super("more bytes");
    this.count = count;
  }
}

class Unpickler {
  
  constructor(source, position, end) {
    this.source = source;
    this.position = position;
    this.end = end;
    
    this.window = new Uint8Array(0);
    this.windowAt = position;
    
    this.storages = new Map();
    
    this.stack = [];
    
    this.memo = new Map();
  }

  async load() {
    this.stack = [];
    this.memo = new Map();
    for (;;) {
      const before = this.position;
      try {
        if (this.step()) return this.pop();
      } catch (error) {
        if (error instanceof PythonError) throw this.bad(`${error.kind} at byte ${this.position}`);
        if (!(error instanceof NeedsBytes)) throw error;
        const wanted = this.position + error.count - before;
        this.position = before;
        const count = Math.min(Math.max(PICKLE_WINDOW, wanted), this.end - before);
        this.source.allowance.take(STEPS, -1, this.source.name);
        this.source.allowance.take(HEADERS, count, this.source.name);
        this.window = await this.source.read(before, count);
        this.windowAt = before;
      }
    }
  }

  step() {
    this.source.allowance.take(STEPS, 1, this.source.name);
    const code = this.byte();
    if (code === 0x2e) return true;
    const handler = OPCODES.get(code);
    if (!handler) {
      const hex = code.toString(16).padStart(2, "0");
      throw this.bad(`opcode 0x${hex} at byte ${this.position - 1}, which torch.save does not write`);
    }
    handler(this);
    return false;
  }


  
  bytes(count) {
    const begin = this.position - this.windowAt;
    if (begin + count > this.window.length) {
      if (this.position + count > this.end) throw this.bad("ends in the middle");
      throw new NeedsBytes(count);
    }
    this.position += count;
    return this.window.subarray(begin, begin + count);
  }

  byte() {
    return this.bytes(1)[0] ?? 0;
  }

  
  number(size) {
    return this.bytes(size).reduceRight((found, byte) => found * 256 + byte, 0);
  }

  
  text(count) {
    const found = decoded(this.bytes(count), true);
    if ("bad" in found) throw new PythonError("UnicodeDecodeError");
    return found.text;
  }

  line() {
    const line = [];
    for (let byte = this.byte(); byte !== 10; byte = this.byte()) {
      line.push(byte);
      if (line.length > 1000) throw this.bad("a name of more than 1000 letters");
    }
    const found = decoded(Uint8Array.from(line));
    if ("bad" in found) throw new PythonError("UnicodeDecodeError");
    return found.text;
  }

  
  bad(what) {
    return new Unreadable(`${this.source.name}: no pickle of a checkpoint, or a damaged one (${what}); fetch it again`);
  }


  pop() {
    if (!this.stack.length) throw new PythonError("IndexError");
    return this.stack.pop();
  }

  top() {
    if (!this.stack.length) throw new PythonError("IndexError");
    return this.stack.at(-1);
  }

  popMark() {
    const index = this.stack.lastIndexOf(MARK);
    if (index < 0) throw new PythonError("ValueError");
    const items = this.stack.splice(index);
    return items.slice(1);
  }

  
  tuple(count) {
    if (this.stack.length < count) throw new PythonError("IndexError");
    this.stack.push(new Tuple(this.stack.splice(this.stack.length - count)));
  }

  
  append(items) {
    const list = this.top();
    if (!Array.isArray(list)) throw new PythonError("TypeError");
    for (const one of items) list.push(one);
  }

  
  set(items) {
    const target = this.top();
    if (!(target instanceof Map) || items.length % 2) throw new PythonError("TypeError");
    for (let at = 0; at < items.length; at += 2) {
      const key = items[at];
      const plain = key === null || key instanceof Float || ["string", "number", "bigint", "boolean"].includes(typeof key);
      if (!plain) throw new PythonError("TypeError");
      target.set(key, items[at + 1]);
    }
  }


  
  find(module, name) {
    this.stack.push(knownGlobal(module, name, this.source.name));
  }

  reduce() {
    const given = this.pop();
    const called = this.pop();
    if (!(called instanceof Global) || !(given instanceof Tuple)) throw new PythonError("TypeError");
    const work = given.items.map((one) => (one instanceof Tuple ? one.items.length : Array.isArray(one) ? one.length : 0));
    this.source.allowance.take(STEPS, work.reduce((sum, one) => sum + one, 0), this.source.name);
    this.stack.push(resultOf(called, given.items));
  }

  build() {
    this.pop(); // attributes of an OrderedDict, such as the versions of a state dict
    if (!(this.top() instanceof Map)) throw new PythonError("TypeError");
  }

  persistent() {
    const entry = this.pop();
    const [kind, type, key, , numbers] = entry instanceof Tuple && entry.items.length >= 5 ? entry.items : [];
    if (!(entry instanceof Tuple) || kind !== "storage" || !(type instanceof Global)) throw new PythonError("TypeError");
    if (entry.items.length > 5 && entry.items[5] !== null) {
      throw new Unreadable(`${this.source.name}: has views of storages, as torch before 0.2 wrote; save it again`);
    }
    const storage = new StorageRef(asText(key), asText(storageType(type.name) || null), asCount(numbers));
    const known = this.storages.get(storage.key) ?? storage;
    if (known.dtype !== storage.dtype || known.numbers !== storage.numbers) {
      throw new Unreadable(`${this.source.name}: the storage ${repr(storage.key)} is of two types; left alone`);
    }
    this.storages.set(storage.key, known);
    this.stack.push(storage);
  }
}

// torch_legacy.js
const MAGIC = 0x1950a86a20f9469cfc6cn;
const PROTOCOL = 1001;

async function readLegacy(source) {
  const { name } = source;
  const reader = new Unpickler(source, 0, source.size);
  if ((await reader.load()) !== MAGIC) {
    throw new Unreadable(`${name}: a pickle, and not one that torch.save wrote; ask for a safetensors file`);
  }
  if ((await reader.load()) !== PROTOCOL) throw new Unreadable(`${name}: of a protocol of torch.save that is not known; save it again`);
  const machine = await reader.load();
  if (!(machine instanceof Map) || machine.get("little_endian") !== true) {
    throw new Unreadable(`${name}: its numbers are big-endian, which is not read here; save it again`);
  }
  const { found, wrapper } = stateDictIn(await reader.load(), source);
  const keys = await reader.load();
  const references = reader.storages; // an optimiser's too: they lie between the weights
  const same = Array.isArray(keys) && new Set(keys).size === references.size && keys.every((key) => references.has(key));
  if (!same) throw new Unreadable(`${name}: a tensor's storage is not in the file; fetch it again`);
  return { tensors: tensorsAt(found, await legacyPlaces(source, reader.position, keys, references), source), wrapper };
}

async function legacyPlaces(source, begin, keys, references) {
  
  const places = new Map();
  let position = begin;
  for (const key of keys) {
    const numbers = fromLittle(await source.read(position, 8));
    const wanted = (references.get(key));
    if (numbers !== wanted.numbers || places.has(key)) {
      throw new Unreadable(`${source.name}: the storage ${repr(key)} has ${numbers} numbers, not ${wanted.numbers}; fetch it again`);
    }
    const size = times(numbers, itemBytes(wanted.dtype));
    places.set(key, { file: source, offset: position + 8, size });
    const end = plus(position + 8, size);
    if (end > source.size) {
      throw new Unreadable(`${source.name}: cut off: the storage ${repr(key)} ends at byte ${end}, the file at ${source.size}`);
    }
    position = Number(end);
  }
  return places;
}

// zip_directory.js
const [END, END64, LOCATOR, ENTRY] = [22, 56, 20, 46];
const HIGHEST_VERSION = 63;
const CP437 =
  "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0";

class BadZip extends Error {}

async function listMembers(source) {
  try {
    return await entriesOf(source);
  } catch (error) {
    if (!(error instanceof BadZip)) throw error;
    throw new Unreadable(`${source.name}: a damaged zip archive (${error.message}); fetch it again`);
  }
}


async function entriesOf(source) {
  const end = await endRecord(source);
  if (!end) throw new BadZip("File is not a zip file");
  const before = plus(plus(end.at, -end.size), end.zip64 ? -(END64 + LOCATOR) : 0);
  if (before < 0) throw new BadZip("Bad offset for central directory");
  const concat = plus(before, -end.offset);
  const data = await within(source, before, end.size);
  const members = [];
  for (let at = 0; at < end.size; ) {
    const entry = data.subarray(at, at + ENTRY);
    if (entry.length < ENTRY) throw new BadZip("Truncated central directory");
    const { member, length } = memberAt(data, at, concat);
    members.push(member);
    at += length;
  }
  return members;
}

async function within(source, at, count) {
  const left = at < source.size ? source.size - Number(at) : 0;
  const wanted = count < left ? Number(count) : left;
  source.allowance.take(HEADERS, wanted, source.name);
  return source.read(Math.min(Number(at), source.size), wanted);
}

async function endRecord(source) {
  if (source.size < END) return null;
  const last = await source.read(source.size - END, END);
  if (isSigned(last, 0, "PK\x05\x06") && last[END - 2] === 0 && last[END - 1] === 0) {
    return withZip64(source, last, source.size - END);
  }
  const start = Math.max(source.size - 2 ** 16 - END, 0);
  const data = await source.read(start, source.size - start);
  for (let at = data.length - 4; at >= 0; at -= 1) {
    if (isSigned(data, at, "PK\x05\x06")) {
      return at + END > data.length ? null : withZip64(source, data.subarray(at, at + END), start + at);
    }
  }
  return null;
}

async function withZip64(source, record, at) {
  const found = { zip64: false, size: little(record, 12, 4), offset: little(record, 16, 4), at };
  if (at < LOCATOR) return found;
  const locator = await source.read(at - LOCATOR, LOCATOR);
  if (!isSigned(locator, 0, "PK\x06\x07")) return found;
  if (little(locator, 4, 4) !== 0 || little(locator, 16, 4) > 1) {
    throw new BadZip("zipfiles that span multiple disks are not supported");
  }
  if (at < LOCATOR + END64) throw new BadZip("File is not a zip file");
  const large = await source.read(at - LOCATOR - END64, END64);
  if (!isSigned(large, 0, "PK\x06\x06")) return found;
  return { zip64: true, size: little(large, 40, 8), offset: little(large, 48, 8), at };
}

function memberAt(data, at, concat) {
  if (!isSigned(data, at, "PK\x01\x02")) throw new BadZip("Bad magic number for central directory");
  const [names, extras, comments] = [28, 30, 32].map((place) => Number(little(data, at + place, 2)));
  const [nameEnd, extraEnd] = [at + ENTRY + (names ?? 0), at + ENTRY + (names ?? 0) + (extras ?? 0)];
  const flags = Number(little(data, at + 8, 2));
  const member = {
    name: nameOf(data.subarray(at + ENTRY, nameEnd), flags),
    flags,
    method: Number(little(data, at + 10, 2)),
    packed: little(data, at + 20, 4),
    size: little(data, at + 24, 4),
    at: little(data, at + 42, 4),
  };
  const version = Number(little(data, at + 6, 2));
  if (version > HIGHEST_VERSION) throw new BadZip(`zip file version ${(version / 10).toFixed(1)}`);
  readExtra(member, data.subarray(nameEnd, extraEnd));
  member.at = plus(member.at, concat);
  return { member, length: extraEnd + (comments ?? 0) - at };
}


function nameOf(bytes, flags) {
  if (!(flags & 0x800)) return untilNull([...bytes].map((byte) => (byte < 128 ? String.fromCharCode(byte) : CP437[byte - 128])).join(""));
  const found = decoded(bytes);
  if ("bad" in found) throw new BadZip(found.why);
  return untilNull(found.text);
}


function untilNull(text) {
  const end = text.indexOf("\0");
  return end < 0 ? text : text.slice(0, end);
}


function readExtra(member, extra) {
  for (let at = 0; extra.length - at >= 4; ) {
    const [type, length] = [Number(little(extra, at, 2)), Number(little(extra, at + 2, 2))];
    if (at + 4 + length > extra.length) {
      throw new BadZip(`Corrupt extra field ${type.toString(16).padStart(4, "0")} (size=${length})`);
    }
    if (type === 1) readZip64(member, extra.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
}


function readZip64(member, data) {
  let at = 0;
  
  const next = (field) => {
    if (at + 8 > data.length) throw new BadZip(`Corrupt zip64 extra field. ${field} not found.`);
    at += 8;
    return little(data, at - 8, 8);
  };
  if (member.size === 0xffffffff || member.size === 2n ** 64n - 1n) member.size = next("File size");
  if (member.packed === 0xffffffff) member.packed = next("Compress size");
  if (member.at === 0xffffffff) member.at = next("Header offset");
}


function little(data, at, count) {
  return fromLittle(data.subarray(at, at + count));
}


function isSigned(data, at, signature) {
  return [...signature].every((letter, index) => data[at + index] === letter.charCodeAt(0));
}

// torch_zip.js
async function readZip(source) {
  const members = byName(await listMembers(source), source.name);
  const root = rootOf(members, source.name);
  const info = (members.get(`${root}data.pkl`));
  const begin = await dataStart(source, info);
  const value = await new Unpickler(source, Number(begin), Number(begin) + Number(info.size)).load();
  await checkOrder(source, members.get(`${root}byteorder`));
  const { found, wrapper } = stateDictIn(value, source);
  const references = [...new Map([...found.values()].map((one) => [one.storage.key, one.storage])).values()];
  const ordered = references.map((one) => ({ one, stored: members.get(`${root}data/${one.key}`) }));
  ordered.sort((mine, its) => Number(mine.stored?.at ?? -1) - Number(its.stored?.at ?? -1));
  
  const places = new Map();
  for (const { one, stored } of ordered) places.set(one.key, await placeOf(source, stored, one));
  checkApart([...places], source.name);
  return { tensors: tensorsAt(found, places, source), wrapper };
}


async function checkOrder(source, order) {
  if (!order) return;
  const start = await dataStart(source, order);
  const said = latin(await source.read(start, order.size < 16 ? order.size : 16));
  if (said.replace(/^[ \t\n\r\v\f]+|[ \t\n\r\v\f]+$/g, "") === "little") return;
  throw new Unreadable(`${source.name}: its numbers are big-endian, which is not read here; save it again`);
}


function byName(listed, name) {
  
  const members = new Map();
  for (const one of listed) {
    if (members.has(one.name)) throw new Unreadable(`${name}: the member ${repr(one.name)} is there twice; left alone`);
    if (one.flags & 1) throw new Unreadable(`${name}: the member ${repr(one.name)} is encrypted; left alone`);
    members.set(one.name, one);
  }
  return members;
}

function rootOf(members, name) {
  const names = [...members.keys()];
  const pickles = names.filter((one) => one.endsWith("data.pkl") && one.split("/").length <= 2);
  if (names.some((one) => one.endsWith("constants.pkl") || one.includes("/code/"))) {
    throw new Unreadable(`${name}: a TorchScript program, which is code; ask for the weights alone`);
  }
  if (pickles.length !== 1) throw new Unreadable(`${name}: a zip archive without one data.pkl, so torch.save did not write it`);
  return String(pickles[0]).slice(0, -"data.pkl".length);
}

async function placeOf(source, stored, reference) {
  const key = repr(reference.key);
  if (!stored) throw new Unreadable(`${source.name}: the storage ${key} is not in the archive; fetch it again`);
  const wanted = times(reference.numbers, itemBytes(reference.dtype));
  if (stored.size !== wanted) {
    throw new Unreadable(`${source.name}: the storage ${key} has ${stored.size} bytes, and its tensors need ${wanted}`);
  }
  return { file: source, offset: await dataStart(source, stored), size: wanted };
}

async function dataStart(source, info) {
  const name = repr(info.name);
  if (info.method !== 0 || info.packed !== info.size) {
    throw new Unreadable(`${source.name}: the member ${name} is compressed, as torch.save never writes; left alone`);
  }
  const local = await source.read(info.at, 30);
  if (!latin(local).startsWith("PK\x03\x04")) {
    throw new Unreadable(`${source.name}: the member ${name} is not where the archive says; fetch it again`);
  }
  return plus(plus(info.at, 30), plus(fromLittle(local.subarray(26, 28)), fromLittle(local.subarray(28, 30))));
}


function checkApart(places, name) {
  let end = 0;
  let before = "";
  const sorted = places.map(([key, one]) => ({ key, offset: Number(one.offset), size: Number(one.size) }));
  sorted.sort((one, other) => one.offset - other.offset || one.size - other.size);
  for (const { key, offset, size } of sorted) {
    if (offset < end && size) {
      throw new Unreadable(`${name}: the storages ${repr(before)} and ${repr(key)} overlap; the file is damaged, or made to harm`);
    }
    end = Math.max(end, offset + size);
    before = key;
  }
}

// torch_file.js
async function readTorch(source) {
  if (!source.size) throw new Unreadable(`${source.name}: is empty; fetch it again`);
  const start = latin(await source.read(0, Math.min(source.size, 512)));
  if (start.startsWith("PK\x03\x04")) return readZip(source);
  if (start.startsWith("\x80")) return readLegacy(source);
  if (start.includes("ustar")) {
    throw new Unreadable(`${source.name}: a tar file, as torch wrote before 0.1.10; load it there and save it again`);
  }
  throw new Unreadable(`${source.name}: neither a zip archive nor a pickle, so torch.save did not write it; fetch it again`);
}

// read.js
const LARGEST_VOCABULARY = 2 ** 24;
const LARGEST_INDEX = 2 ** 24;
const MOST_SHARDS = 1000;
const SHOWN_NOTES = 5;
const NO_VOCABULARY = { lines: 0, unused: [], pads: [] };
const STRANGERS = [
  ["version https://git-lfs", "a pointer of Git LFS, not the file; run `git lfs pull`, or download it"],
  ["<!DOCTYPE", "a web page, saved in place of the file; fetch the file itself"],
  ["<!doctype", "a web page, saved in place of the file; fetch the file itself"],
  ["<html", "a web page, saved in place of the file; fetch the file itself"],
  ["\x89HDF\r\n", FOREIGN.get(".h5")],
  ["GGUF", FOREIGN.get(".gguf")],
  ["\x93NUMPY", "an array of numpy's, not weights by name; save them with safetensors"],
];

async function read(found, files) {
  const name = found.weights.slice(found.folder.length);
  const header = await (name.endsWith(".index.json") ? readShards : readOne)(found, files);
  if (!header.tensors.size) throw new Unreadable(`${name}: holds no tensors`);
  return header;
}

async function readOne(found, files) {
  const source = files.open(found.weights);
  if (await isGzip(source)) {
    throw new NeedsCommand(`${source.name} is packed with gzip, which the page does not unpack`);
  }
  const { form, tensors, metadata, wrapper } = await readFile(source);
  const shown = [{ name: source.name, size: source.size }];
  return { format: form, files: shown, tensors, metadata, wrapper, others: found.others, notes: [], ...(await readBeside(found, files)) };
}


async function isGzip(source) {
  return source.size >= 2 && latin(await source.read(0, 2)) === "\x1f\x8b";
}

async function readFile(source) {
  const { name } = source;
  const foreign = FOREIGN.get(/[^.].*(\.[^.]+)$/.exec(name)?.[1] ?? "");
  if (foreign) throw new Unreadable(`${name}: ${foreign}`);
  const start = latin(await source.read(0, Math.min(source.size, 32)));
  const stranger = STRANGERS.find(([beginning]) => start.startsWith(String(beginning)));
  if (stranger) throw new Unreadable(`${name}: ${stranger[1]}`);
  if (name.endsWith(".index")) throw new NeedsCommand(`${name} is TensorFlow's, which the page does not read`);
  const none = { metadata: new Map(), wrapper: "" };
  if (start.startsWith("PK\x03\x04") || (start.startsWith("\x80") && !name.endsWith(".safetensors"))) {
    return { ...none, form: start.startsWith("PK") ? "PyTorch, zip" : "PyTorch, before 1.6", ...(await readTorch(source)) };
  }
  if (name.endsWith(".safetensors") || start[8] === "{") return { ...none, form: "safetensors", ...(await readSafetensors(source)) };
  return { ...none, form: "PyTorch", ...(await readTorch(source)) }; // says what is wrong with it
}


async function readBeside(found, files) {
  let config = null;
  const configName = found.config.slice(found.folder.length);
  if (found.config) config = await readObject(files.open(found.config), configName);
  const vocabulary = found.vocabulary ? vocabularyOf(await readWhole(files.open(found.vocabulary), LARGEST_VOCABULARY)) : NO_VOCABULARY;
  const isAdapter = ADAPTERS.includes(found.weights.slice(found.folder.length)) && files.has(found.folder + ADAPTER);
  const adapter = isAdapter ? await readObject(files.open(found.folder + ADAPTER), ADAPTER) : null;
  const modules = found.modules === null ? [] : await readModules(files, found.modules);
  return { config, config_name: configName, vocabulary, adapter, modules };
}

function vocabularyOf(data) {
  
  const found = { lines: 0, unused: [], pads: [] };
  for (let at = 0; at < data.length; found.lines += 1) {
    const next = data.indexOf(10, at);
    let end = next < 0 ? data.length : next;
    while (end > at && data[end - 1] === 13) end -= 1;
    const start = data[at] === 0x5b ? latin(data.subarray(at, Math.min(end, at + 7))) : "";
    if (start === "[unused") found.unused.push(found.lines);
    else if (start === "[PAD]") found.pads.push(found.lines);
    at = next < 0 ? data.length : next + 1;
  }
  return found;
}


async function readShards(found, files) {
  const index = files.open(found.weights);
  const where = placesIn(parseObject(await readWhole(index, LARGEST_INDEX), index.name), index.name);
  const names = [...new Set(where.values())].sort(byCodePoint);
  if (names.length > MOST_SHARDS) throw new Unreadable(`${index.name}: names ${names.length} files; more than ${MOST_SHARDS} are not read`);
  
  const tensors = new Map();
  const shown = [];
  const notes = [];
  let more = 0;
  let form = "";
  for (const name of names) {
    const source = await shard(name, index.name, found.folder, files);
    const one = await readFile(source);
    form = one.form;
    shown.push({ name, size: source.size });
    for (const [key, tensor] of one.tensors) {
      if (where.get(key) === name) tensors.set(key, tensor);
      else if (notes.length === SHOWN_NOTES) more += 1;
      else notes.push(`${name} holds ${repr(key)}, which the index does not look for there`);
    }
  }
  const lost = [...where.keys()].find((key) => !tensors.has(key));
  if (lost !== undefined) {
    throw new Unreadable(`${index.name}: says that ${repr(lost)} is in ${repr(where.get(lost))}, and it is not; fetch both again`);
  }
  if (more) notes.push(`and ${more} more such names`);
  const beside = await readBeside(found, files);
  const format = `${form}, ${shown.length} shards`;
  return { format, files: shown, tensors, metadata: new Map(), wrapper: "", others: found.others, notes, ...beside };
}

function placesIn(content, index) {
  const where = content.get("weight_map");
  if (where instanceof Map && where.size && [...where.values()].every((one) => typeof one === "string")) return where;
  throw new Unreadable(`${index}: has no \`weight_map\` from names to files; fetch it again`);
}


async function shard(name, index, folder, files) {
  if (!name || name === "." || name === ".." || /[/\\:\0]/.test(name)) {
    throw new Unreadable(`${index}: names ${repr(name)}, which leads out of the folder; left alone`);
  }
  if (!files.has(folder + name)) {
    throw new Unreadable(`${index}: names ${repr(name)}, which is not in the folder; fetch the missing file`);
  }
  const source = files.open(folder + name);
  if (await isGzip(source)) throw new Unreadable(`${name}: a gzip file among the shards; unpack it`);
  return source;
}

// inspect.js
const BASE = "docs/";

async function inspect(sources, data, options = {}) {
  if (options.full) return { needs_command: "every number is read by the command alone" };
  try {
    const files = new Files(sources);
    const [first] = sources;
    const alone = first && sources.length === 1 && !first.path.includes("/") ? first.path : onlyWeights(files);
    const chosen = options.chosen ?? alone;
    const header = await read(await find(files, chosen, options.given ?? (chosen || "this folder")), files);
    const { base = BASE, wanted, first: tell } = options;
    const linked = (found) => {
      const findings = found.findings.map((one) => ({ ...one, page: one.page && linkTo(one.page, base) }));
      return { ...found, findings };
    };
    const told = tell && ((found) => tell({ report: linked(found) }));
    return { report: linked(await examine(header, new Messages(data.messages), readFamilies(data.names), wanted, told)) };
  } catch (error) {
    if (error instanceof Unreadable) return { unreadable: [error.message] };
    if (error instanceof NeedsCommand) return { needs_command: error.message };
    throw error;
  }
}

function linkTo(page, base) {
  if (!base.includes("://")) return base + page;
  const [file = "", anchor] = page.split("#");
  return base + file.replace(/(^|\/)index\.md$|\.md$/, "/") + (anchor === undefined ? "" : `#${anchor}`);
}

// worker.js
const known = INSPECTOR;
const TAKEN = [
  "fetch", "XMLHttpRequest", "WebSocket", "WebSocketStream", "EventSource", "WebTransport", "importScripts", "Worker", "FontFace", "fonts",
  "BroadcastChannel", "indexedDB", "caches", "eval", "Function", "setTimeout", "setInterval",
];

function shut(scope) {
  for (const name of TAKEN) {
    for (let one = scope; one; one = Object.getPrototypeOf(one)) Reflect.deleteProperty(one, name);
    Object.defineProperty(scope, name, { value: undefined });
  }
  for (const one of [() => {}, async () => {}, function* () {}, async function* () {}]) Reflect.deleteProperty(Object.getPrototypeOf(one), "constructor");
}

class Superseded extends Error {}

function reading(post) {
  let current = 0;
  return async ({ run, files, options }) => {
    current = run;
    const read = { bytes: 0, largest: 0 };
    const count = (bytes) => {
      if (run !== current) throw new Superseded();
      read.bytes += bytes;
      read.largest = Math.max(read.largest, bytes);
    };
    try {
      const first = (answer) => post({ run, answer, read, more: true });
      const answer = await inspect(files.map((one) => source(one, count)), known, { ...options, first });
      if (run === current) post({ run, answer, read, more: false });
    } catch (error) {
      if (run === current) post({ run, answer: { unreadable: [unexpected(error)] }, read, more: false });
    }
  };
}

function source({ path, file }, count) {
  return {
    path,
    size: file.size,
    async read(offset, wanted) {
      const piece = file.slice(offset, offset + wanted);
      count(piece.size);
      return new Uint8Array(await piece.arrayBuffer());
    },
  };
}


function unexpected(error) {
  const name = error instanceof Error ? error.name : "";
  if (name === "NotReadableError" || name === "NotFoundError") return "the browser cannot read this file: it was changed, moved, or is not yours to read; choose it again";
  return `the page stopped while it read this (${error instanceof Error ? `${name}: ${error.message}` : String(error)}); try the command`;
}

// box.js
const PATIENCE = 300; // milliseconds before the box says that it is reading
const CUT = "The folder has more files than the page looks at: drop the model's files alone.";
const PLAIN = /^\w[\w.-]*$/; // a name that a shell takes as it is
const SOON = 300; // milliseconds after which a first report is worth showing: most files are done by then

function wake(box, script) {
  const status = part(box, "status");
  const body = part(box, "report");
  const ask = reader(script, heard);
  
  let shown;
  let wanted;
  let named = { name: "", by: "" };
  let order = (new Map());
  let run = 0;
  let timer = 0;

  
  function look(files, wish) {
    if (files.files.length === 0) return say(noReport("There is nothing to read", files.name, ["The folder is empty, or has only hidden files or links. A browser does not follow the links of the hub's cache: drop the files themselves, or use the command."]));
    const again = files === shown;
    if (!again) {
      order = new Map();
      body.querySelector("details")?.removeAttribute("open");
    }
    [shown, wanted] = [files, wish];
    run += 1;
    for (const button of body.querySelectorAll(".inspector-end button")) button.toggleAttribute("disabled", true);
    clearTimeout(timer);
    timer = window.setTimeout(() => say([made("p", {}, `Reading ${files.name} …`)], again ? [...body.childNodes] : []), PATIENCE);
    ask({ run, files: files.files, options: { ...(wish === undefined ? {} : { wanted: wish }), given: files.name, chosen: files.chosen, base: root() } });
  }

  
  function heard({ run: of, answer, read, more }) {
    if (of !== run || !shown) return;
    clearTimeout(timer);
    if (more) timer = window.setTimeout(() => show(answer, read, more), SOON);
    else show(answer, read, more);
  }

  function show(answer, read, more) {
    if (!shown) return;
    const { name } = shown;
    if ("report" in answer) say(verdict(answer.report, name, more), report(answer.report, shown, read, more));
    else if ("unreadable" in answer) say(noReport("This cannot be read, or should not be", name, [...answer.unreadable, ...(shown.cut ? [CUT] : [])]));
    else say(noReport("The command reads this, the page does not", name, [answer.needs_command, `Run \`${box.dataset.command} ${PLAIN.test(name) ? name : "PATH"}\``]));
  }

  function say(words, below = []) {
    clearTimeout(timer);
    const focused = (document.activeElement)?.name === "inspector-class";
    status.replaceChildren(...words);
    body.replaceChildren(...below);
    box.classList.toggle("inspector-answered", below.length > 0);
    if (focused) (body.querySelector("input:checked"))?.focus({ preventScroll: true });
    else status.scrollIntoView({ block: "nearest" });
  }

  function report(found, files, read, more) {
    const whole = files.files.reduce((sum, { file }) => sum + file.size, 0);
    if (wanted === undefined) named = { name: found.asked, by: found.summary.configuration ?? "" };
    for (const one of found.classes) if (!order.has(one.name)) order.set(one.name, order.size);
    const rows = [...found.classes].sort((one, other) => Number(order.get(one.name)) - Number(order.get(other.name)));
    const classes = classTable(rows, wanted ?? named.name, named, (name) => look(files, name));
    const unfolded = body.querySelector("details")?.open ?? false;
    const buttons = [copyButton("Copy as Markdown", () => asMarkdown(found, files.name)), copyButton("Copy as JSON", () => JSON.stringify({ ...found, source: files.name }, null, 1))];
    for (const button of buttons) button.toggleAttribute("disabled", more);
    const copies = made("p", { class: "inspector-row" }, ...buttons);
    const how = `${inBytes(read.bytes)} of ${inBytes(whole)} were read, here in the page.${files.cut ? ` ${CUT}` : ""}`;
    return [summaryTable(found), classes, ...findingList(found, unfolded), made("div", { class: "inspector-end" }, copies, made("p", { class: "inspector-how", "data-read": String(read.bytes), "data-largest": String(read.largest) }, how))];
  }

  listen(box, (files) => look(files));
}

function part(box, name) {
  return (box.querySelector(`.inspector-${name}`));
}

function root() {
  const logo = document.querySelector("a.md-logo")?.getAttribute("href") ?? ".";
  const address = new URL(logo, document.baseURI).href.replace(/[^/]*\.html$/, "");
  return address.endsWith("/") ? address : `${address}/`;
}

function reader(script, heard) {
  const here = reading(heard);
  
  let asked;
  let worker = started(script);
  worker?.addEventListener("message", (event) => heard(event.data));
  worker?.addEventListener("error", () => {
    worker = undefined;
    if (asked) void here(asked);
  });
  return (question) => {
    asked = question;
    if (worker) worker.postMessage(question);
    else void here(question);
  };
}


function started(script) {
  try {
    return new Worker(script);
  } catch {
    return undefined;
  }
}

function listen(box, take) {
  for (const button of (box.querySelectorAll("button[data-chooses]"))) {
    const input = (box.querySelector(`input.inspector-${button.dataset.chooses}`));
    if (button.dataset.chooses === "folder" && !("webkitdirectory" in input)) button.hidden = true;
    button.addEventListener("click", () => input.click());
    input.addEventListener("change", () => {
      if (input.files?.length) take(chosenFiles(input.files));
      input.value = ""; // or the same file, saved again, would be no change
    });
  }
  const hasFiles = (event) => event.dataTransfer?.types.includes("Files") ?? false;
  const over = (is) => box.classList.toggle("inspector-over", is);
  window.addEventListener("dragover", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    over(true);
  });
  window.addEventListener("dragleave", (event) => over(event.relatedTarget !== null));
  window.addEventListener("drop", async (event) => {
    if (!event.dataTransfer || !hasFiles(event)) return;
    event.preventDefault();
    over(false);
    take(await droppedFiles(event.dataTransfer));
  });
  part(box, "live").hidden = false;
  part(box, "without").hidden = true;
}

// main.js
if (typeof document === "undefined") {
  shut(self);
  const read = reading((message) => self.postMessage(message));
  self.addEventListener("message", (event) => void read(event.data));
} else {
  const script = (document.currentScript);
  const box = document.getElementById("inspector");
  if (box) wake(box, script?.src ?? "");
}
})();
