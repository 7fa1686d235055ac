package io.delayqueue.web.api.mvc;

import org.springframework.aop.framework.AopInfrastructureBean;
import org.springframework.web.bind.annotation.ResponseBody;

/**
 * Controller of the API. Its paths are below {@code ${delayqueue.web.path}/api/v1}, its bodies are read and written by
 * {@link ApiJson}, its failures are the problems of {@link ProblemType}, and a parameter of type
 * {@link io.delayqueue.engine.DelayQueueEngine} is the queue that the request names. Its methods are changes unless their HTTP
 * method is GET, HEAD or OPTIONS.
 *
 * <p>The handler mappings and aspects of the application ignore it. Paths are declared at methods only.
 */
@ResponseBody
public interface ApiController extends AopInfrastructureBean {

    /** Name of the bean that intercepts all calls; the API does not exist without it. */
    String ACCESS = "delayQueueApiAccess";
}
