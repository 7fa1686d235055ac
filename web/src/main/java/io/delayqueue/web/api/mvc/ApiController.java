package io.delayqueue.web.api.mvc;

import org.springframework.aop.framework.AopInfrastructureBean;
import org.springframework.web.bind.annotation.ResponseBody;

/**
 * A controller of the API: its paths are below {@code ${delayqueue.web.path}/api/v1}, its bodies are read and written by
 * {@link ApiJson}, its failures are problems as {@link ProblemType} lists them, and a parameter of
 * {@link io.delayqueue.engine.DelayQueueEngine} is the queue that the request names. It changes something unless its HTTP method
 * is GET, HEAD or OPTIONS.
 *
 * <p>It is no controller to the application: neither its handler mappings nor its aspects take it for one. Paths are at methods
 * only.
 */
@ResponseBody
public interface ApiController extends AopInfrastructureBean {

    /** The name of the bean that stands before all calls; without it there are none. */
    String ACCESS = "delayQueueApiAccess";
}
