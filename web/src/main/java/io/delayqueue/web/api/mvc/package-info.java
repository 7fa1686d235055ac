/** Spring MVC of the API: paths, JSON, problems. */
@NullMarked
package io.delayqueue.web.api.mvc;

import org.jspecify.annotations.NullMarked;
