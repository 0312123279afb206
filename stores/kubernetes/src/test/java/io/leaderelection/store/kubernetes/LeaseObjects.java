/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.kubernetes;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseList;
import io.fabric8.kubernetes.client.dsl.NonNamespaceOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.leaderelection.store.ElectionKey;

/**
 * Reads and changes the Lease objects of a server without the store.
 */
final class LeaseObjects {

	private static final LeaseNames NAMES = new LeaseNames(KubernetesLeaseStoreFactory.DEFAULT_NAME_PREFIX, Map.of());

	private final NonNamespaceOperation<Lease, LeaseList, Resource<Lease>> leases;

	LeaseObjects(NonNamespaceOperation<Lease, LeaseList, Resource<Lease>> leases) {
		this.leases = leases;
	}

	static String name(ElectionKey key) {
		return NAMES.of(key);
	}

	Lease get(ElectionKey key) {
		return get(name(key));
	}

	Lease get(String name) {
		return this.leases.withName(name).get();
	}

	/** Returns the text of the record. */
	String record(ElectionKey key) {
		return get(key).getMetadata().getAnnotations().get(LeaseWriter.RECORD);
	}

	/** Returns the value of a field of the record. */
	String field(ElectionKey key, String name) {
		return record(key).lines()
			.filter((line) -> line.startsWith(name + "="))
			.map((line) -> line.substring(name.length() + 1))
			.findFirst()
			.orElseThrow();
	}

	/** Replaces the value of a field of the record. */
	void writeField(ElectionKey key, String name, String value) {
		annotate(key, LeaseWriter.RECORD, record(key).replace(name + "=" + field(key, name), name + "=" + value));
	}

	/** Returns the elections that have an object, including garbage. */
	List<ElectionKey> keys() {
		return this.leases.list().getItems().stream().map(LeaseReader::key).filter(java.util.Objects::nonNull).toList();
	}

	void edit(ElectionKey key, UnaryOperator<LeaseBuilder> change) {
		edit(name(key), change);
	}

	void edit(String name, UnaryOperator<LeaseBuilder> change) {
		Lease lease = get(name);
		this.leases.resource(change.apply(new LeaseBuilder(lease)).build()).update();
	}

	void annotate(ElectionKey key, String annotation, String value) {
		edit(key, (lease) -> lease.editMetadata().addToAnnotations(annotation, value).endMetadata());
	}

	/** Enters another holder, as an administrator or another kind of elector does. */
	void enterHolder(ElectionKey key, String holder) {
		edit(key, (lease) -> lease.editSpec().withHolderIdentity(holder).endSpec());
	}

	void writeGarbage(ElectionKey key) {
		delete(key);
		create(new LeaseBuilder().withNewMetadata()
			.withName(name(key))
			.addToAnnotations(LeaseWriter.RECORD, "leader-election-record 1\ntoken=9223372036854775807\nend\n")
			.endMetadata()
			.withNewSpec()
			.withHolderIdentity("somebody else")
			.endSpec()
			.build());
	}

	void create(Lease lease) {
		this.leases.resource(lease).create();
	}

	void delete(ElectionKey key) {
		this.leases.withName(name(key)).delete();
	}

	void notBefore(ElectionKey key, Duration fromNow) {
		writeField(key, "not-before", Long.toString(fromNow.toMillis()));
	}

}
