/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import io.leaderelection.autoconfigure.LeaseStoreDescriptor.Detection;
import io.leaderelection.autoconfigure.LeaseStoreDescriptor.Reach;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.cloud.CloudPlatform;
import org.springframework.util.StreamUtils;
import org.springframework.util.StringUtils;

/**
 * Chooses the store: the one named; otherwise the one whose own properties are set;
 * otherwise the only one detected; otherwise the local one, with a warning.
 */
final class StoreResolver {

	static final String BACKEND = "leader-election.backend";

	private static final String METADATA = "META-INF/additional-spring-configuration-metadata.json";

	private static final Pattern VALUE = Pattern.compile("\"value\": *\"([^\"]+)\"");

	/** The store of one machine. */
	static final String FALLBACK = "local";

	private static final Logger logger = LoggerFactory.getLogger(StoreResolver.class);

	private final List<LeaseStoreDescriptor> descriptors;

	private final Supplier<Set<String>> present;

	private final Supplier<@Nullable CloudPlatform> activePlatform;

	/**
	 * Creates the resolver.
	 * @param descriptors the available stores
	 * @param present returns the names of the stores on the class path, for messages
	 * @param activePlatform returns the cloud platform, or {@code null}
	 */
	StoreResolver(List<LeaseStoreDescriptor> descriptors, Supplier<Set<String>> present,
			Supplier<@Nullable CloudPlatform> activePlatform) {
		this.descriptors = descriptors;
		this.present = present;
		this.activePlatform = activePlatform;
	}

	/**
	 * Chooses a store.
	 * @param backend the name of the store, or {@code null} or empty
	 * @return the store
	 * @throws LeaderElectionConfigurationException if there is no store, the named one is
	 * not on the class path, several are found and none is named, or a store of one
	 * machine would be used on a cloud platform
	 */
	LeaseStoreDescriptor resolve(@Nullable String backend) {
		if (StringUtils.hasText(backend)) {
			return named(backend.trim());
		}
		LeaseStoreDescriptor found = single(Detection.Strength.CONFIGURED);
		if (found == null) {
			found = single(Detection.Strength.DETECTED);
		}
		LeaseStoreDescriptor chosen = (found != null) ? found : fallback();
		CloudPlatform platform = (chosen.reach() == Reach.MACHINE) ? this.activePlatform.get() : null;
		if (platform != null) {
			throw new LeaderElectionConfigurationException(
					"Leader election would use the store '" + chosen.name()
							+ "', which reaches one machine only, on the " + "cloud platform " + platform
							+ ": each instance there would elect itself. " + BACKEND
							+ " is not set, and no other store was found: " + evidence(),
					"Set " + BACKEND + " to a store that all instances reach. If there is one instance only, set "
							+ BACKEND + "=" + chosen.name());
		}
		if (found == null) {
			logger.warn("No store for leader election is configured or detected ({}): only instances on this machine, "
					+ "run by this user, elect a leader among them. Set {} to a store that all instances reach, or to "
					+ "'{}' to keep this without a warning", evidence(), BACKEND, FALLBACK);
		}
		else {
			logger.info("Leader election uses the store '{}': {}", chosen.name(), chosen.detect().reason());
		}
		return chosen;
	}

	private LeaseStoreDescriptor named(String backend) {
		for (LeaseStoreDescriptor descriptor : this.descriptors) {
			if (descriptor.name().equals(backend)) {
				return descriptor;
			}
		}
		Set<String> names = new TreeSet<>(this.present.get());
		this.descriptors.forEach((descriptor) -> names.add(descriptor.name()));
		Set<String> known = new TreeSet<>(names);
		known.addAll(storesOfThisProject());
		String use = names.isEmpty() ? "" : "Use one of: " + String.join(", ", names) + "; or add";
		String add = (use.isEmpty() ? "Add" : use) + " the dependency io.leaderelection:leader-election-";
		throw new LeaderElectionConfigurationException(
				BACKEND + " is '" + backend + "', but that store is not on the class path",
				known.contains(backend) ? add + backend + " to the application"
						: Nearest.to(backend, known)
							.map((meant) -> "Did you mean '" + meant + "'? "
									+ (names.contains(meant) ? use.replace("; or add", "")
											: add + meant + " to the application"))
							.orElseGet(() -> "Use one of: " + String.join(", ", known)
									+ ", with the dependency io.leaderelection:leader-election-<store>"));
	}

	/** Reads the names from the metadata for editors, the only list of them. */
	private static List<String> storesOfThisProject() {
		try {
			for (URL resource : Collections.list(StoreResolver.class.getClassLoader().getResources(METADATA))) {
				String metadata = StreamUtils.copyToString(resource.openStream(), StandardCharsets.UTF_8);
				int begin = metadata.indexOf('"' + BACKEND + '"');
				if (begin >= 0) {
					Matcher names = VALUE.matcher(metadata.substring(begin, metadata.indexOf(']', begin)));
					return names.results().map((name) -> name.group(1)).toList();
				}
			}
			return List.of();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private @Nullable LeaseStoreDescriptor single(Detection.Strength strength) {
		List<LeaseStoreDescriptor> found = this.descriptors.stream()
			.filter((descriptor) -> descriptor.detect().strength() == strength)
			.toList();
		if (found.size() > 1) {
			String names = found.stream()
				.map((descriptor) -> "'" + descriptor.name() + "' (" + descriptor.detect().reason() + ")")
				.collect(Collectors.joining(" and "));
			throw new LeaderElectionConfigurationException(
					"Leader election could use several stores: " + names + ", and " + BACKEND + " is not set",
					"Set " + BACKEND + " to one of: "
							+ found.stream().map(LeaseStoreDescriptor::name).collect(Collectors.joining(", ")));
		}
		return found.isEmpty() ? null : found.get(0);
	}

	private LeaseStoreDescriptor fallback() {
		for (LeaseStoreDescriptor descriptor : this.descriptors) {
			if (descriptor.name().equals(FALLBACK)) {
				return descriptor;
			}
		}
		throw new LeaderElectionConfigurationException(
				"There is no store for leader election: " + evidence() + ", and " + BACKEND + " is not set",
				"Add the dependency io.leaderelection:leader-election-spring-boot-starter, or the artifact of a store, "
						+ "and set " + BACKEND + "; or define a LeaseStore bean");
	}

	private String evidence() {
		if (this.descriptors.isEmpty()) {
			return "no store is on the class path";
		}
		return this.descriptors.stream()
			.map((descriptor) -> descriptor.name() + ": " + descriptor.detect().reason())
			.collect(Collectors.joining("; "));
	}

}
