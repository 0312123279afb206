/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;

/**
 * A certificate for the loopback interface that no authority has signed, and its key.
 *
 * @param certificate the PEM file of the certificate
 * @param key the PEM file of the key
 */
public record TestCertificate(Path certificate, Path key) {

	private static final String PASSWORD = "changeit";

	/**
	 * Creates a certificate and its key.
	 * @param directory the folder of the files
	 * @return the files
	 * @throws IOException if they cannot be written
	 * @throws GeneralSecurityException if the key store cannot be read
	 */
	public static TestCertificate create(Path directory) throws IOException, GeneralSecurityException {
		Path store = directory.resolve("keys.p12");
		Commands.run(List.of(Path.of(System.getProperty("java.home"), "bin", "keytool").toString(), "-genkeypair",
				"-alias", "server", "-keyalg", "EC", "-dname", "CN=localhost", "-ext", "SAN=IP:" + Loopback.HOST,
				"-validity", "30", "-storetype", "PKCS12", "-storepass", PASSWORD, "-keystore", store.toString()));
		KeyStore keys = KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
		return new TestCertificate(
				pem(directory.resolve("certificate.pem"), "CERTIFICATE", keys.getCertificate("server").getEncoded()),
				pem(directory.resolve("key.pem"), "PRIVATE KEY",
						keys.getKey("server", PASSWORD.toCharArray()).getEncoded()));
	}

	private static Path pem(Path file, String type, byte[] content) throws IOException {
		String text = Base64.getMimeEncoder(64, new byte[] { '\n' }).encodeToString(content);
		return Files.writeString(file, "-----BEGIN " + type + "-----\n" + text + "\n-----END " + type + "-----\n");
	}

}
