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
import org.springframework.web.servlet.mvc.condition.PathPatternsRequestCondition;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** What no other call of the API answers to: paths there are none of, and methods that a path does not have. */
@ApiController
final class ApiFallbackController {

    /** All below the API. */
    static final String EVERYTHING = "/**";

    private final ObjectProvider<RequestMappingHandlerMapping> mappings;

    ApiFallbackController(ObjectProvider<RequestMappingHandlerMapping> mappings) {
        this.mappings = mappings;
    }

    @RequestMapping(EVERYTHING)
    ResponseEntity<Object> fallback(HttpServletRequest request) {
        Set<HttpMethod> allowed = methods(request);
        if (allowed.isEmpty()) {
            throw ProblemException.notFound("The API has no path " + request.getRequestURI());
        }
        HttpHeaders headers = new HttpHeaders();
        headers.setAllow(allowed);
        if (HttpMethod.OPTIONS.matches(request.getMethod())) {
            return ResponseEntity.noContent().headers(headers).build();
        }
        ResponseEntity<Problem> answer = Problems.answer(
                new ProblemException(
                        ProblemType.METHOD_NOT_ALLOWED,
                        request.getRequestURI() + " has no " + request.getMethod() + ", but "
                                + headers.getFirst("Allow")),
                request);
        return ResponseEntity.status(answer.getStatusCode())
                .headers(answer.getHeaders())
                .headers(headers)
                .body(answer.getBody());
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
