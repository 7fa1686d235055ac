/** Chinese texts by the English ones. */
export const ZH = {};
