/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.util.Set;
import java.util.TreeSet;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionEvaluationReport;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.aot.AbstractAotProcessor;
import org.springframework.core.SpringProperties;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.util.ClassUtils;
import org.springframework.util.StringUtils;

/**
 * Compares the name of a store with {@code leader-election.backend}.
 */
final class OnLeaderElectionStoreCondition extends SpringBootCondition {

	@Override
	public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
		String store = metadata.getAnnotations().get(ConditionalOnLeaderElectionStore.class).getString("value");
		ConditionMessage.Builder message = ConditionMessage.forCondition(ConditionalOnLeaderElectionStore.class,
				"(" + store + ")");
		if (SpringProperties.getFlag(AbstractAotProcessor.AOT_PROCESSING)) {
			return ConditionOutcome.match(message.because("the store is chosen when the application runs"));
		}
		String backend = Binder.get(context.getEnvironment()).bind(StoreResolver.BACKEND, String.class).orElse("");
		if (!StringUtils.hasText(backend)) {
			return ConditionOutcome.match(message.because(StoreResolver.BACKEND + " is not set"));
		}
		return new ConditionOutcome(backend.trim().equals(store),
				message.because(StoreResolver.BACKEND + " is '" + backend + "'"));
	}

	/**
	 * Returns the names of the stores on the class path, including those that did not
	 * match.
	 * @param beanFactory the bean factory that the condition was evaluated for
	 * @return the names
	 */
	static Set<String> evaluated(ConfigurableListableBeanFactory beanFactory) {
		Set<String> names = new TreeSet<>();
		ConditionEvaluationReport.get(beanFactory).getConditionAndOutcomesBySource().forEach((source, outcomes) -> {
			if (outcomes.stream().anyMatch((one) -> one.getCondition() instanceof OnLeaderElectionStoreCondition)) {
				Class<?> type = ClassUtils.resolveClassName(source, beanFactory.getBeanClassLoader());
				names.add(MergedAnnotations.from(type).get(ConditionalOnLeaderElectionStore.class).getString("value"));
			}
		});
		return names;
	}

}
