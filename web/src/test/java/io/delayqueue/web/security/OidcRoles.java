package io.delayqueue.web.security;

import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.core.authority.SimpleGrantedAuthority;
import org.springframework.security.core.authority.mapping.GrantedAuthoritiesMapper;
import org.springframework.security.oauth2.core.oidc.user.OidcUserAuthority;

@Configuration
class OidcRoles {

    @Bean
    GrantedAuthoritiesMapper roles() {
        return authorities -> authorities.stream()
                .filter(OidcUserAuthority.class::isInstance)
                .map(authority -> ((OidcUserAuthority) authority).getIdToken().getClaimAsStringList("groups"))
                .filter(Objects::nonNull)
                .flatMap(List::stream)
                .filter("queue-operators"::equals)
                .map(group -> new SimpleGrantedAuthority("ROLE_DELAYQUEUE_OPERATOR"))
                .collect(Collectors.toSet());
    }
}
