/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.kubernetes;

import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Pattern;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.StoreTraits;
import io.leaderelection.store.support.ConditionalStore;
import io.leaderelection.time.TimeSystem;
import org.jspecify.annotations.Nullable;

/**
 * Factory for the store that uses Lease objects of a Kubernetes cluster. Create one with
 * {@link #builder(Config)}.
 */
public final class KubernetesLeaseStoreFactory implements LeaseStoreFactory {

	/** The default prefix of the names of Lease objects. */
	public static final String DEFAULT_NAME_PREFIX = "leader-election-";

	private static final StoreTraits TRAITS = new StoreTraits("kubernetes", StoreTraits.Clock.OBSERVER,
			Duration.ofMillis(1), Duration.ofDays(365), false, false, true, true);

	private static final Pattern NAMESPACE = Pattern.compile("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?");

	private final Config config;

	private final KubernetesStoreSettings settings;

	private KubernetesLeaseStoreFactory(Config config, KubernetesStoreSettings settings) {
		this.config = config;
		this.settings = settings;
	}

	/**
	 * Creates a builder.
	 * @param config the address of the API server and the credentials, as from
	 * {@link Config#autoConfigure(String)}; its timeouts and retries are not used
	 * @return the builder, with everything else at its default
	 */
	public static Builder builder(Config config) {
		return new Builder(config);
	}

	@Override
	public StoreTraits traits() {
		return TRAITS;
	}

	/**
	 * Opens the store. Does not wait for the API server: a server that cannot be reached
	 * is tried again with every call.
	 * @return the store
	 */
	@Override
	public LeaseStore open() {
		return open(TimeSystem.system());
	}

	LeaseStore open(TimeSystem time) {
		return open(() -> ClientSetup.open(this.config), this.settings, time);
	}

	static LeaseStore open(Supplier<KubernetesClient> clients, KubernetesStoreSettings settings, TimeSystem time) {
		return new ConditionalStore("Kubernetes", new LeaseRecords(clients, settings, time), time);
	}

	/**
	 * Builds a factory.
	 */
	public static final class Builder {

		private final Config config;

		private @Nullable String namespace;

		private String namePrefix = DEFAULT_NAME_PREFIX;

		private Map<String, String> labels = Map.of();

		private Map<String, String> leaseNames = Map.of();

		private boolean adoptLeases;

		private Builder(Config config) {
			this.config = config;
		}

		/**
		 * Sets the namespace of the Lease objects. All instances of an application must
		 * use the same one.
		 * @param namespace the namespace; the default is the namespace of the
		 * configuration, which inside a cluster is the pod's
		 * @return this
		 * @throws IllegalArgumentException if the name is not a valid namespace name
		 */
		public Builder namespace(String namespace) {
			if (!NAMESPACE.matcher(namespace).matches()) {
				throw new IllegalArgumentException(
						"'" + namespace + "' is not the name of a Kubernetes namespace. Use at "
								+ "most 63 lower-case letters, digits and '-', with a letter or digit at both ends");
			}
			this.namespace = namespace;
			return this;
		}

		/**
		 * Sets the prefix of the names of the Lease objects.
		 * @param namePrefix at most 63 lower-case letters, digits and {@code -}; the
		 * default is {@value #DEFAULT_NAME_PREFIX}
		 * @return this
		 * @throws IllegalArgumentException if the prefix cannot begin the name of a Lease
		 */
		public Builder namePrefix(String namePrefix) {
			LeaseNames unused = new LeaseNames(namePrefix, Map.of());
			this.namePrefix = namePrefix;
			return this;
		}

		/**
		 * Sets additional labels of the Lease objects.
		 * @param labels the labels by name
		 * @return this
		 */
		public Builder labels(Map<String, String> labels) {
			this.labels = Map.copyOf(labels);
			return this;
		}

		/**
		 * Gives elections the names of their Lease objects, instead of computed ones. Two
		 * elections that differ in their namespace only need different builders.
		 * @param leaseNames the names by election; each at most 253 lower-case letters,
		 * digits, {@code -} and {@code .}
		 * @return this
		 * @throws IllegalArgumentException if a name is not valid, or two elections have
		 * the same one
		 */
		public Builder leaseNames(Map<String, String> leaseNames) {
			LeaseNames unused = new LeaseNames(DEFAULT_NAME_PREFIX, leaseNames);
			this.leaseNames = Map.copyOf(leaseNames);
			return this;
		}

		/**
		 * Sets whether to take over a Lease object that another elector has created, such
		 * as client-go's, once its owner has not renewed it for its lease duration. Other
		 * electors go on to use the object. By default such an object is left alone.
		 * @param adoptLeases whether to take over Lease objects of other electors
		 * @return this
		 */
		public Builder adoptLeases(boolean adoptLeases) {
			this.adoptLeases = adoptLeases;
			return this;
		}

		/**
		 * Builds the factory.
		 * @return the factory
		 * @throws IllegalStateException if neither the builder nor the configuration has
		 * a namespace
		 */
		public KubernetesLeaseStoreFactory build() {
			String known = (this.namespace != null) ? this.namespace : this.config.getNamespace();
			if (known == null || known.isEmpty()) {
				throw new IllegalStateException("Neither the configuration of the Kubernetes client nor the builder "
						+ "names the namespace of the Lease objects. Set it with namespace(..)");
			}
			return new KubernetesLeaseStoreFactory(this.config, new KubernetesStoreSettings(known, this.namePrefix,
					this.labels, this.leaseNames, this.adoptLeases));
		}

	}

}
