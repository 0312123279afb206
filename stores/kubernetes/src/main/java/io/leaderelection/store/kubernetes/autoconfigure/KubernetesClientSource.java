/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.kubernetes.autoconfigure;

import java.util.Arrays;
import java.util.List;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.leaderelection.annotation.LeaderElectionStore;
import io.leaderelection.autoconfigure.LeaderElectionConfigurationException;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;

/**
 * The application's client: the one annotated with {@link LeaderElectionStore}, else the
 * only or the primary one. Only its configuration is used.
 */
final class KubernetesClientSource {

	private final ListableBeanFactory beanFactory;

	KubernetesClientSource(ListableBeanFactory beanFactory) {
		this.beanFactory = beanFactory;
	}

	/** Names what was found, or {@code null} if there is nothing. */
	@Nullable String evidence() {
		List<String> names = candidates();
		if (names.isEmpty()) {
			return null;
		}
		return ((names.size() == 1) ? "the KubernetesClient bean " : "the KubernetesClient beans ")
				+ String.join(", ", names);
	}

	/**
	 * The configuration of the client, or that of the pod or the kubeconfig if there is
	 * none.
	 * @throws LeaderElectionConfigurationException if there are several
	 */
	Config config() {
		List<String> names = candidates();
		if (names.isEmpty()) {
			return Config.autoConfigure(null);
		}
		return client(names).getConfiguration();
	}

	private KubernetesClient client(List<String> names) {
		if (names.size() == 1) {
			return this.beanFactory.getBean(names.get(0), KubernetesClient.class);
		}
		KubernetesClient primary = qualified().isEmpty()
				? this.beanFactory.getBeanProvider(KubernetesClient.class).getIfUnique() : null;
		if (primary == null) {
			throw new LeaderElectionConfigurationException(
					"There are several KubernetesClient beans and none stands out: " + String.join(", ", names),
					"Annotate the one that leader election is to use with @LeaderElectionStore");
		}
		return primary;
	}

	private List<String> candidates() {
		List<String> qualified = qualified();
		return qualified.isEmpty() ? names() : qualified;
	}

	private List<String> qualified() {
		return names().stream()
			.filter((name) -> this.beanFactory.findAnnotationOnBean(name, LeaderElectionStore.class) != null)
			.toList();
	}

	private List<String> names() {
		return Arrays.asList(BeanFactoryUtils.beanNamesForTypeIncludingAncestors(this.beanFactory,
				KubernetesClient.class, true, false));
	}

}
