/** Tests of pages in a real browser, for all modules. */
@NullMarked
package io.delayqueue.browser;

import org.jspecify.annotations.NullMarked;
