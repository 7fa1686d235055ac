/** The samples that all open pages share: one sampler a queue reads the store for them, within one budget of calls. */
@NullMarked
package io.delayqueue.web.live.sample;

import org.jspecify.annotations.NullMarked;
