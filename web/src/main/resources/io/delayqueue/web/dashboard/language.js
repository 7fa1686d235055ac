import { ZH } from './zh.js';

const KEPT = 'delayqueue.language';
const KNOWN = ['en', 'zh'];

/** Language of the texts: the chosen one, else the first of the browser that is known. */
export const LANGUAGE = [chosen(), ...navigator.languages.map((tag) => tag.slice(0, 2)), 'en'].find((language) => KNOWN.includes(language));

/** Tag of the formats of dates. */
export const LOCALE = LANGUAGE === 'zh' ? 'zh-CN' : 'en-GB';

const texts = LANGUAGE === 'zh' ? ZH : {};

document.documentElement.lang = LANGUAGE === 'zh' ? 'zh-CN' : 'en';

function chosen() {
    try {
        return localStorage.getItem(KEPT);
    } catch {
        return null;
    }
}

/** Keeps the other language, and loads the page in it. */
export function switchLanguage() {
    try {
        localStorage.setItem(KEPT, LANGUAGE === 'zh' ? 'en' : 'zh');
    } catch {
        // Storage is denied: the language stays that of the browser.
    }
    window.location.reload();
}

/** Returns the parts of a text: between the strings of the translation are the values. */
const parts = (key, values, english = key) => (texts[key] ?? english).split(/\{(\d)\}/).map((part, i) => (i % 2 ? values[part] : part));

/** Translates a text with values in place of {0}, {1}; without a translation it is the English text. */
export const translate = (key, values, english) => parts(key, values, english).join('');

const keyOf = (strings) => strings.reduce((key, string, i) => `${key}{${i - 1}}${string}`);

/** Translates a template: t`Requeue ${n} of ${topic}?` has the key “Requeue {0} of {1}?”. */
export const t = (strings, ...values) => translate(keyOf(strings), values);

/** Translates a template whose values may be nodes; returns the children of a node. */
export const tNodes = (strings, ...values) => parts(keyOf(strings), values);
