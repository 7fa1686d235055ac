/** Samples shared by all open pages: one sampler per queue reads the store, in rounds that become rarer the longer they take. */
@NullMarked
package io.delayqueue.web.live.sample;

import org.jspecify.annotations.NullMarked;
