// What the tests ask of the modules in `docs/assets/live/`, as functions of a bare page beside them.
window.live = {
  module: (name) => import(`/assets/live/${name}.js`),

  async model() {
    const { load } = await live.module("model");
    return (live.loaded ??= await load("/artifacts/live/"));
  },

  /** The tokens of many texts; as JSON, which is ten times as fast as what Playwright has. */
  async tokens(texts) {
    const { tokenizer } = await live.model();
    return JSON.stringify(JSON.parse(texts).map((text) => tokenizer.encode(text)));
  },

  /** How far the model is from the reference of this name, at most, by kind of number. */
  async distances(name) {
    const { row } = await live.module("model");
    const model = await live.model();
    const cases = await (await fetch(`/${name}.json`)).json();
    const numbers = new Float32Array(await (await fetch(`/${name}.bin`)).arrayBuffer());
    const each = numbers.length / cases.length;
    const most = { states: 0, steps: 0, logits: 0, probabilities: 0 };
    const compare = (kind, got, wanted) => {
      if (got.length !== wanted.length) throw new Error(`${kind}: ${got.length} numbers, not ${wanted.length}`);
      got.forEach((number, i) => (most[kind] = Math.max(most[kind], Math.abs(number - wanted[i]))));
    };
    const otherTokens = [];
    for (const [number, one] of cases.entries()) {
      const text = model.tokenizer.pair(one.first, one.second);
      if (["ids", "types", "tokens"].some((key) => String(text[key]) !== String(one[key]))) otherTokens.push(one.first);
      const hidden = model.encode(one.ids, one.types, one.encode);
      const steps = model.head(row(hidden.at(-1), one.place), one.head);
      let left = numbers.subarray(number * each, (number + 1) * each);
      const take = (length) => [left.subarray(0, length), (left = left.subarray(length))][0];
      for (const state of hidden) {
        compare("states", row(state, one.place), take(128));
        compare("states", row(state, state.length / 128 - 1), take(128));
      }
      for (const step of steps.slice(0, 4)) compare("steps", step.vector, take(128));
      compare("logits", steps[5].scores, take(8192));
      compare("probabilities", steps[6].scores, take(8192));
      const following = model.nextSentence(hidden.at(-1));
      compare("logits", following.scores, take(2));
      compare("probabilities", following.probabilities, take(2));
      if (left.length) throw new Error(`${left.length} numbers are left`);
    }
    return { most, otherTokens };
  },

  /** Of a fresh decoder: its first numbers, its mean and deviation, and one token's score twice: as a sum, as given. */
  async fresh() {
    const { row } = await live.module("model");
    const model = await live.model();
    const matrix = model.fresh();
    const mean = matrix.reduce((sum, number) => sum + number, 0) / matrix.length;
    const variance = matrix.reduce((sum, number) => sum + (number - mean) ** 2, 0) / matrix.length;
    const vector = row(model.encode([101, 103, 102], []).at(-1), 1);
    const [, , , , decoder, bias] = model.head(vector, { dense: false, gelu: false, layerNorm: false, decoder: "fresh" });
    const sum = row(matrix, 4711).reduce((sum, number, i) => sum + number * vector[i], 0);
    const added = bias.scores[4711] - decoder.scores[4711];
    return { first: [...matrix.slice(0, 4)], mean, deviation: Math.sqrt(variance), sum, given: decoder.scores[4711], added };
  },
};
