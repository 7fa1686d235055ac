package com.example.orders;

import org.springframework.data.jpa.repository.JpaRepository;

interface ParcelRepository extends JpaRepository<Parcel, Long> {}
