/** An application that has the module and much else. */
@NullMarked
package io.delayqueue.shop;

import org.jspecify.annotations.NullMarked;
