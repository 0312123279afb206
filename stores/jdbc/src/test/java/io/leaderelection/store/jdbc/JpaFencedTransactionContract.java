/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.util.List;
import java.util.UUID;

import io.leaderelection.store.jdbc.ObservedDataSource.Step;
import io.leaderelection.store.jdbc.fence.FencedTransactionException;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import org.hibernate.FlushMode;
import org.hibernate.Session;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.orm.jpa.LocalContainerEntityManagerFactoryBean;
import org.springframework.orm.jpa.SharedEntityManagerCreator;
import org.springframework.orm.jpa.persistenceunit.PersistenceManagedTypes;
import org.springframework.orm.jpa.vendor.HibernateJpaVendorAdapter;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.UnexpectedRollbackException;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Contract of fenced transactions with Hibernate, which writes only at the commit.
 */
abstract class JpaFencedTransactionContract extends FenceFixture {

	private JpaTransactionManager jpa;

	private EntityManager entities;

	@BeforeEach
	void createFactory() {
		LocalContainerEntityManagerFactoryBean bean = new LocalContainerEntityManagerFactoryBean();
		bean.setDataSource(this.dataSource);
		bean.setJpaVendorAdapter(new HibernateJpaVendorAdapter());
		bean.setManagedTypes(PersistenceManagedTypes.of(Work.class.getName()));
		bean.setPersistenceUnitName("fenced");
		bean.afterPropertiesSet();
		EntityManagerFactory factory = closing(bean.getObject());
		this.jpa = new JpaTransactionManager(factory);
		this.jpa.afterPropertiesSet();
		this.jpa.addListener(fence(this.dataSource, database()));
		this.entities = SharedEntityManagerCreator.createSharedEntityManager(factory);
		this.dataSource.calls().clear();
	}

	private String persist(TransactionTemplate transaction, Step beforeEnd) {
		String id = UUID.randomUUID().toString();
		run(this.term, transaction, () -> {
			this.entities.find(Work.class, "nothing");
			this.entities.persist(new Work(id));
		}, beforeEnd);
		return id;
	}

	private TransactionTemplate jpaTransaction(int isolation) {
		TransactionTemplate transaction = new TransactionTemplate(this.jpa);
		transaction.setIsolationLevel(isolation);
		return transaction;
	}

	@ParameterizedTest
	@ValueSource(
			ints = { TransactionDefinition.ISOLATION_READ_COMMITTED, TransactionDefinition.ISOLATION_REPEATABLE_READ })
	void comparesAfterHibernateWritesAndBeforeTheCommit(int isolation) {
		String id = persist(jpaTransaction(isolation), NOTHING);
		List<String> calls = List.copyOf(this.dataSource.calls());
		assertThat(written()).contains(id);
		int commit = calls.indexOf("commit");
		assertThat(calls.get(commit - 1)).contains("leader_fence");
		assertThat(calls.get(commit - 2)).startsWith("insert into fenced_work");
	}

	@ParameterizedTest
	@ValueSource(
			ints = { TransactionDefinition.ISOLATION_READ_COMMITTED, TransactionDefinition.ISOLATION_REPEATABLE_READ })
	void aTermThatWasSucceededIsRolledBack(int isolation) {
		List<String> before = written();
		assertThatExceptionOfType(FencedTransactionException.class)
			.isThrownBy(() -> persist(jpaTransaction(isolation), () -> assertGranted(succeed())));
		assertThat(written()).isEqualTo(before);
		assertThat(this.dataSource.calls()).doesNotContain("commit").contains("rollback");
	}

	@Test
	void aTransactionMarkedForRollbackIsNotCompared() {
		TransactionTemplate inner = new TransactionTemplate(this.jpa);
		assertThatExceptionOfType(UnexpectedRollbackException.class)
			.isThrownBy(() -> persist(new TransactionTemplate(this.jpa),
					() -> inner.executeWithoutResult((status) -> status.setRollbackOnly())));
		assertThat(this.dataSource.calls()).contains("rollback").noneMatch((call) -> call.contains("leader_fence"));
	}

	/** As docs/fencing.md describes. */
	@Test
	void manualFlushModeDelaysNoWrites() {
		String id = persist(new TransactionTemplate(this.jpa),
				() -> this.entities.unwrap(Session.class).setHibernateFlushMode(FlushMode.MANUAL));
		assertThat(written()).contains(id);
	}

	@Test
	void aReadOnlyTransactionWritesNothing() {
		TransactionTemplate readOnly = new TransactionTemplate(this.jpa);
		readOnly.setReadOnly(true);
		String id = persist(readOnly, NOTHING);
		assertThat(written()).doesNotContain(id);
	}

	@Entity
	@Table(name = "fenced_work")
	static class Work {

		@Id
		private String id;

		Work() {
		}

		Work(String id) {
			this.id = id;
		}

	}

}
