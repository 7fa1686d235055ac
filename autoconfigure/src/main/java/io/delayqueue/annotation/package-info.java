/** Annotations for beans and methods that receive tasks. */
@NullMarked
package io.delayqueue.annotation;

import org.jspecify.annotations.NullMarked;
