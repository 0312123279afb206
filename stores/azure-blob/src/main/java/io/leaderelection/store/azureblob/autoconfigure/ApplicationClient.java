/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.azureblob.autoconfigure;

import java.util.Arrays;
import java.util.List;

import com.azure.storage.blob.BlobServiceClient;
import io.leaderelection.annotation.LeaderElectionStore;
import io.leaderelection.autoconfigure.LeaderElectionConfigurationException;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;

/**
 * The application's client: the one annotated with {@link LeaderElectionStore}, else the
 * only or the primary one.
 */
final class ApplicationClient {

	private final ListableBeanFactory beanFactory;

	ApplicationClient(ListableBeanFactory beanFactory) {
		this.beanFactory = beanFactory;
	}

	/**
	 * What was found. Does not connect.
	 * @return names it, or {@code null} if there is nothing
	 */
	@Nullable String evidence() {
		List<String> names = candidates();
		if (names.isEmpty()) {
			return null;
		}
		return ((names.size() == 1) ? "the BlobServiceClient bean " : "the BlobServiceClient beans ")
				+ String.join(", ", names);
	}

	/**
	 * The client.
	 * @return the client, or {@code null} if there is none
	 * @throws LeaderElectionConfigurationException if there are several and none stands
	 * out
	 */
	@Nullable BlobServiceClient client() {
		List<String> names = candidates();
		if (names.isEmpty()) {
			return null;
		}
		if (names.size() == 1) {
			return this.beanFactory.getBean(names.get(0), BlobServiceClient.class);
		}
		BlobServiceClient primary = qualified().isEmpty()
				? this.beanFactory.getBeanProvider(BlobServiceClient.class).getIfUnique() : null;
		if (primary == null) {
			throw new LeaderElectionConfigurationException(
					"There are several BlobServiceClient beans and none stands out: " + String.join(", ", names),
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
				BlobServiceClient.class, true, false));
	}

}
