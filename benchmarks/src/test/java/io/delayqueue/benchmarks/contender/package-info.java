/** Requirements of each contender, checked before it is measured. */
@NullMarked
package io.delayqueue.benchmarks.contender;

import org.jspecify.annotations.NullMarked;
