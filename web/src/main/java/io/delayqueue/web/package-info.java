/** The queue over HTTP: what hangs the API and the dashboard into an application. */
@NullMarked
package io.delayqueue.web;

import org.jspecify.annotations.NullMarked;
