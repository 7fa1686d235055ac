package io.delayqueue.web.api.mvc;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
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

/** Handles calls without another controller: unknown paths, and methods that a path does not have. */
final class ApiFallbackController implements ApiController {

    /** All paths below the API. */
    private static final String EVERYTHING = "/**";

    private final ObjectProvider<ApiHandlerMapping> mapping;

    ApiFallbackController(ObjectProvider<ApiHandlerMapping> mapping) {
        this.mapping = mapping;
    }

    @RequestMapping(EVERYTHING)
    void refuse(HttpServletRequest request, HttpServletResponse response) {
        String allowed = allowed(request).getFirst(HttpHeaders.ALLOW);
        response.setHeader(HttpHeaders.ALLOW, allowed);
        throw new ProblemException(
                ProblemType.METHOD_NOT_ALLOWED,
                request.getRequestURI() + " does not support " + request.getMethod() + ", but " + allowed);
    }

    /** Spring would allow every method for an unknown path. */
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
        mapping.getObject().getHandlerMethods().entrySet().stream()
                .filter(handler -> handler.getValue().getBean() != this)
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
