/** An answer that is computed once for each thing that it is about, which nobody changes; forgotten with it. */
export function once<Key extends object, Answer>(compute: (key: Key) => Answer): (key: Key) => Answer {
  const answers = new WeakMap<Key, { readonly answer: Answer }>();
  return (key) => {
    const known = answers.get(key);
    if (known !== undefined) return known.answer;
    const answer = compute(key);
    answers.set(key, { answer });
    return answer;
  };
}
