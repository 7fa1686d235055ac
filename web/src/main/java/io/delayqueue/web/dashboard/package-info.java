/** The dashboard: its files, and how they are served. What they show comes from the API. */
@NullMarked
package io.delayqueue.web.dashboard;

import org.jspecify.annotations.NullMarked;
