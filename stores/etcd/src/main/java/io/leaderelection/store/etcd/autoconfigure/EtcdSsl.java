/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.etcd.autoconfigure;

import java.util.List;
import java.util.function.Supplier;

import io.grpc.netty.GrpcSslContexts;
import io.leaderelection.autoconfigure.LeaderElectionConfigurationException;
import io.leaderelection.store.etcd.EtcdTarget;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.ssl.NoSuchSslBundleException;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.boot.ssl.pem.PemSslStoreBundle;
import org.springframework.boot.ssl.pem.PemSslStoreDetails;
import org.springframework.util.ObjectUtils;
import org.springframework.util.StringUtils;

/**
 * Creates TLS settings from the properties: from an SSL bundle of the application, or
 * from files.
 */
final class EtcdSsl {

	private static final String PREFIX = "leader-election.etcd.ssl.";

	private final EtcdLeaderElectionProperties.Ssl properties;

	private final ObjectProvider<SslBundles> bundles;

	EtcdSsl(EtcdLeaderElectionProperties.Ssl properties, ObjectProvider<SslBundles> bundles) {
		this.properties = properties;
		this.bundles = bundles;
	}

	/**
	 * Returns the configured TLS settings.
	 * @return a supplier that reads the settings each time, or {@code null} if nothing is
	 * set
	 * @throws LeaderElectionConfigurationException if the settings cannot be used
	 */
	@Nullable Supplier<SslContext> tls() {
		boolean files = StringUtils.hasText(this.properties.certificateAuthority())
				|| StringUtils.hasText(this.properties.certificate())
				|| StringUtils.hasText(this.properties.privateKey());
		String bundle = this.properties.bundle();
		if (StringUtils.hasText(bundle)) {
			if (files) {
				throw new LeaderElectionConfigurationException(PREFIX + "bundle and files are both set", "Use " + PREFIX
						+ "bundle, or " + PREFIX + "certificate-authority, certificate and private-key");
			}
			return ofBundle(bundle);
		}
		return files ? ofFiles() : null;
	}

	private Supplier<SslContext> ofBundle(String name) {
		SslBundles all = this.bundles.getIfAvailable();
		try {
			if (all != null) {
				tls(all.getBundle(name));
				return () -> tls(all.getBundle(name));
			}
		}
		catch (NoSuchSslBundleException ex) {
			throw noBundle(name, ex);
		}
		catch (RuntimeException ex) {
			throw new LeaderElectionConfigurationException(
					"The SSL bundle '" + name + "' of " + PREFIX + "bundle cannot be read: " + ex.getMessage(),
					"Correct spring.ssl.bundle", ex);
		}
		throw noBundle(name, null);
	}

	private static LeaderElectionConfigurationException noBundle(String name, @Nullable Throwable cause) {
		return new LeaderElectionConfigurationException(
				PREFIX + "bundle is '" + name + "', but there is no SSL bundle of that name",
				"Define it below spring.ssl.bundle, or name another one", cause);
	}

	private Supplier<SslContext> ofFiles() {
		if (StringUtils.hasText(this.properties.certificate()) != StringUtils.hasText(this.properties.privateKey())) {
			throw new LeaderElectionConfigurationException(
					"Only one of " + PREFIX + "certificate and " + PREFIX + "private-key is set", "Set both, or none");
		}
		try {
			tls(files());
		}
		catch (RuntimeException ex) {
			throw new LeaderElectionConfigurationException("The files of " + PREFIX
					+ "certificate-authority, certificate and private-key cannot be read: " + ex.getMessage(),
					"Name PEM files, as file:/path/to/file.pem", ex);
		}
		return () -> tls(files());
	}

	private SslBundle files() {
		PemSslStoreDetails keys = StringUtils.hasText(this.properties.certificate())
				? PemSslStoreDetails.forCertificate(this.properties.certificate())
					.withPrivateKey(this.properties.privateKey())
				: null;
		PemSslStoreDetails trust = StringUtils.hasText(this.properties.certificateAuthority())
				? PemSslStoreDetails.forCertificate(this.properties.certificateAuthority()) : null;
		return SslBundle.of(new PemSslStoreBundle(keys, trust));
	}

	private static SslContext tls(SslBundle bundle) {
		SslContextBuilder settings = GrpcSslContexts.forClient();
		if (bundle.getStores().getKeyStore() != null) {
			settings.keyManager(bundle.getManagers().getKeyManagerFactory());
		}
		if (bundle.getStores().getTrustStore() != null) {
			settings.trustManager(bundle.getManagers().getTrustManagerFactory());
		}
		String[] ciphers = bundle.getOptions().getCiphers();
		if (!ObjectUtils.isEmpty(ciphers)) {
			settings.ciphers(List.of(ciphers));
		}
		String[] protocols = bundle.getOptions().getEnabledProtocols();
		if (!ObjectUtils.isEmpty(protocols)) {
			settings.protocols(protocols);
		}
		return EtcdTarget.sslContext(settings);
	}

}
