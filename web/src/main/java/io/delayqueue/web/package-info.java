/** Auto-configuration of the HTTP API and the dashboard. */
@NullMarked
package io.delayqueue.web;

import org.jspecify.annotations.NullMarked;
