/** Colours by subject: a subject keeps its colour until the page is loaded again, and usually after that. */
const slots = new Map();

/**
 * Returns the number of the colour of each of some subjects that are shown together. They differ as long as there are colours.
 *
 * @param {string[]} keys the subjects
 * @param {number} number the number of colours
 */
export function coloursOf(keys, number) {
    const taken = new Set();
    const place = (key, wanted) => {
        const free = Array.from({ length: number }, (_, i) => (wanted + i) % number).find((slot) => !taken.has(slot));
        const slot = free ?? wanted;
        taken.add(slot);
        slots.set(key, slot);
    };
    const known = keys.filter((key) => slots.has(key));
    known.forEach((key) => place(key, slots.get(key)));
    keys.filter((key) => !known.includes(key)).forEach((key) => place(key, hash(key) % number));
    return keys.map((key) => slots.get(key));
}

function hash(text) {
    let value = 7;
    for (const letter of text) {
        value = (value * 31 + letter.codePointAt(0)) >>> 0;
    }
    return value;
}
