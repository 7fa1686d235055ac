package io.delayqueue.web.api;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Comparator;
import java.util.Set;
import java.util.TreeSet;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.servlet.mvc.condition.PathPatternsRequestCondition;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** What no other call of the API answers to: paths there are none of, and methods that a path does not have. */
@ApiController
final class ApiFallbackController {

    /** All below the API. */
    private static final String EVERYTHING = "/**";

    private final ObjectProvider<RequestMappingHandlerMapping> mappings;

    ApiFallbackController(ObjectProvider<RequestMappingHandlerMapping> mappings) {
        this.mappings = mappings;
    }

    @RequestMapping(EVERYTHING)
    ResponseEntity<Problem> refuse(HttpServletRequest request) {
        HttpHeaders headers = allowed(request);
        ResponseEntity<Problem> answer = Problems.answer(
                new ProblemException(
                        ProblemType.METHOD_NOT_ALLOWED,
                        request.getRequestURI() + " has no " + request.getMethod() + ", but "
                                + headers.getFirst(HttpHeaders.ALLOW)),
                request);
        return ResponseEntity.status(answer.getStatusCode())
                .headers(answer.getHeaders())
                .headers(headers)
                .body(answer.getBody());
    }

    /** Spring would say that a path there is none of takes every method. */
    @RequestMapping(path = EVERYTHING, method = RequestMethod.OPTIONS)
    ResponseEntity<Void> options(HttpServletRequest request) {
        return ResponseEntity.noContent().headers(allowed(request)).build();
    }

    private HttpHeaders allowed(HttpServletRequest request) {
        Set<HttpMethod> methods = methods(request);
        if (methods.isEmpty()) {
            throw ProblemException.notFound("The API has no path " + request.getRequestURI());
        }
        HttpHeaders headers = new HttpHeaders();
        headers.setAllow(methods);
        return headers;
    }

    private Set<HttpMethod> methods(HttpServletRequest request) {
        Set<HttpMethod> methods = new TreeSet<>(Comparator.comparing(HttpMethod::name));
        mappings.stream()
                .flatMap(mapping -> mapping.getHandlerMethods().entrySet().stream())
                .filter(handler -> handler.getValue().getBeanType() != ApiFallbackController.class)
                .filter(handler -> handler.getValue().getBeanType().isAnnotationPresent(ApiController.class))
                .map(handler -> handler.getKey())
                .filter(info -> matches(info, request))
                .forEach(info ->
                        info.getMethodsCondition().getMethods().forEach(method -> methods.add(method.asHttpMethod())));
        if (methods.contains(HttpMethod.GET)) {
            methods.add(HttpMethod.HEAD);
        }
        if (!methods.isEmpty()) {
            methods.add(HttpMethod.OPTIONS);
        }
        return methods;
    }

    private static boolean matches(RequestMappingInfo info, HttpServletRequest request) {
        PathPatternsRequestCondition paths = info.getPathPatternsCondition();
        return paths != null && paths.getMatchingCondition(request) != null;
    }
}
