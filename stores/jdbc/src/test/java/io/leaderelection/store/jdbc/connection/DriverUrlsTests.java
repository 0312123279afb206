/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc.connection;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class DriverUrlsTests {

	@ParameterizedTest
	@CsvSource({ "jdbc:h2:mem:,true,true,true", "jdbc:h2:mem:;MODE=MySQL,true,true,true",
			"jdbc:h2:mem:a;DB_CLOSE_DELAY=-1,false,true,true", "jdbc:h2:file:./a,false,false,true",
			"jdbc:h2:~/a,false,false,true", "jdbc:h2:tcp://localhost/mem:a,false,false,false",
			"jdbc:h2:ssl://localhost/~/a,false,false,false", "jdbc:hsqldb:mem:a,false,true,true",
			"jdbc:hsqldb:hsql://localhost/a,false,false,false", "jdbc:derby:memory:a;create=true,false,true,true",
			"jdbc:derby://localhost/a,false,false,false", "jdbc:postgresql://localhost/a,false,false,false",
			"jdbc:mariadb://localhost/mem,false,false,false" })
	void classifiesDatabases(String url, boolean isPrivate, boolean inMemory, boolean embedded) {
		assertThat(DriverUrls.isPrivate(url)).isEqualTo(isPrivate);
		assertThat(DriverUrls.isInMemory(url)).isEqualTo(inMemory);
		assertThat(DriverUrls.isEmbedded(url)).isEqualTo(embedded);
	}

	@ParameterizedTest
	@CsvSource({ "jdbc:postgresql://h/d?socketTimeout=0,jdbc:postgresql://h/d",
			"jdbc:postgresql://h/d?a=b&connectTimeout=0&LoginTimeout=1&c=d,jdbc:postgresql://h/d?a=b&c=d",
			"jdbc:mariadb://h/d?connectTimeout=0&a=b,jdbc:mariadb://h/d?a=b",
			"jdbc:mysql://h/d?socketTimeout=600000,jdbc:mysql://h/d", "jdbc:mysql://h/d,jdbc:mysql://h/d",
			"jdbc:h2:tcp://h/d;NETWORK_TIMEOUT=0;MODE=MySQL,jdbc:h2:tcp://h/d;MODE=MySQL" })
	void dropsTheApplicationsTimeouts(String url, String expected) {
		assertThat(DriverUrls.withoutTimeouts(url)).isEqualTo(expected);
	}

}
