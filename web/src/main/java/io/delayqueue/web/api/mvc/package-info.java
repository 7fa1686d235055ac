/** The part of Spring MVC that every call of the API shares: paths, JSON, problems. */
@NullMarked
package io.delayqueue.web.api.mvc;

import org.jspecify.annotations.NullMarked;
