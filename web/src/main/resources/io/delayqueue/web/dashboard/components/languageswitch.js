import { h } from '../dom.js';
import { LANGUAGE, switchLanguage } from '../language.js';

/** Button that shows the page in the other language, in whose words it is. */
export function languageSwitch() {
    const [word, name, lang] = LANGUAGE === 'zh' ? ['EN', 'English', 'en'] : ['中', '中文', 'zh-CN'];
    return h('button', { type: 'button', class: 'icon-button', lang, title: name, 'aria-label': name, data: { testid: 'language' }, on: { click: switchLanguage } }, word);
}
