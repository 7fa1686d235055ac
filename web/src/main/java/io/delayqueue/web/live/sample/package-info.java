/** Samples shared by all open pages: one sampler per queue reads the store, within one budget of calls. */
@NullMarked
package io.delayqueue.web.live.sample;

import org.jspecify.annotations.NullMarked;
