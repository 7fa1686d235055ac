/** Serves the files of the dashboard. Its data comes from the API. */
@NullMarked
package io.delayqueue.web.dashboard;

import org.jspecify.annotations.NullMarked;
