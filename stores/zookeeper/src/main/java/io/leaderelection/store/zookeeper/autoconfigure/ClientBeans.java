/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.zookeeper.autoconfigure;

import java.util.Arrays;
import java.util.List;

import io.leaderelection.annotation.LeaderElectionStore;
import io.leaderelection.autoconfigure.LeaderElectionConfigurationException;
import org.apache.curator.framework.CuratorFramework;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;

/**
 * The application's clients of ZooKeeper: the one annotated with
 * {@link LeaderElectionStore}, else the only or the primary one.
 */
final class ClientBeans {

	private final ListableBeanFactory beanFactory;

	ClientBeans(ListableBeanFactory beanFactory) {
		this.beanFactory = beanFactory;
	}

	/** Names what there is, or {@code null}. */
	@Nullable String evidence() {
		List<String> names = candidates();
		if (names.isEmpty()) {
			return null;
		}
		return ((names.size() == 1) ? "the CuratorFramework bean " : "the CuratorFramework beans ")
				+ String.join(", ", names);
	}

	/**
	 * The client to use, or {@code null} if there is none.
	 * @throws LeaderElectionConfigurationException if there are several and none stands
	 * out
	 */
	@Nullable CuratorFramework client() {
		List<String> names = candidates();
		if (names.isEmpty()) {
			return null;
		}
		if (names.size() == 1) {
			return this.beanFactory.getBean(names.get(0), CuratorFramework.class);
		}
		CuratorFramework primary = (qualified().isEmpty())
				? this.beanFactory.getBeanProvider(CuratorFramework.class).getIfUnique() : null;
		if (primary == null) {
			throw new LeaderElectionConfigurationException(
					"There are several CuratorFramework beans and none stands out: " + String.join(", ", names),
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
				CuratorFramework.class, true, false));
	}

}
