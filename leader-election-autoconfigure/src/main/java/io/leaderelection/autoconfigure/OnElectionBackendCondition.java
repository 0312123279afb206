/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.util.Map;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.aot.AbstractAotProcessor;
import org.springframework.core.SpringProperties;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.util.ObjectUtils;
import org.springframework.util.StringUtils;

/**
 * Decides {@link ConditionalOnElectionBackend}.
 */
final class OnElectionBackendCondition extends SpringBootCondition {

	@Override
	public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
		ConditionMessage.Builder message = ConditionMessage.forCondition(ConditionalOnElectionBackend.class);
		if (SpringProperties.getFlag(AbstractAotProcessor.AOT_PROCESSING)) {
			return ConditionOutcome.match(message.because("the store is chosen when the application runs"));
		}
		// As binding sees them, in whichever way they are written
		Binder binder = Binder.get(context.getEnvironment());
		String backend = binder.bind(StoreResolver.BACKEND, String.class).orElse("");
		if (!StringUtils.hasText(backend)) {
			return ConditionOutcome.match(message.didNotFind("property").items(StoreResolver.BACKEND));
		}
		Map<String, @Nullable Object> annotation = Objects
			.requireNonNull(metadata.getAnnotationAttributes(ConditionalOnElectionBackend.class.getName()));
		boolean named = ObjectUtils.containsElement((Object[]) annotation.get("value"), backend.trim());
		String property = (String) annotation.get("orIfSet");
		if (!named && StringUtils.hasLength(property) && binder.bind(property, String.class).isBound()) {
			return ConditionOutcome.match(message.foundExactly(property));
		}
		return new ConditionOutcome(named, message.foundExactly(StoreResolver.BACKEND + "=" + backend));
	}

}
