/** Dashboard of the shop in a real browser. */
@NullMarked
package io.delayqueue.demo.browser;

import org.jspecify.annotations.NullMarked;
