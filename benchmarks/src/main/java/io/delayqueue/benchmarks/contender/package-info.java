/** Contenders: this project, its peers, and bare Redis, behind one interface. */
@NullMarked
package io.delayqueue.benchmarks.contender;

import org.jspecify.annotations.NullMarked;
