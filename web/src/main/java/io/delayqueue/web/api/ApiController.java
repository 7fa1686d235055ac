package io.delayqueue.web.api;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.web.bind.annotation.RestController;

/**
 * A controller of the API: its paths are below {@code ${delayqueue.web.path}/api/v1}, its bodies are read and written by
 * {@link ApiJson}, its failures are problems as {@link ProblemType} lists them, and a parameter of
 * {@link io.delayqueue.engine.DelayQueueEngine} is the queue that the request names. It changes something unless its HTTP method
 * is GET, HEAD or OPTIONS.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@RestController
public @interface ApiController {}
