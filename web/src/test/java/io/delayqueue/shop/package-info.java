/** Application with the module and its own controllers. */
@NullMarked
package io.delayqueue.shop;

import org.jspecify.annotations.NullMarked;
